import AcctstoreCLI
import Synchronization

/// Keeps what is written.
final class MemorySink: ByteSink {
    let isTerminal: Bool
    let width: Int?
    let height: Int? = nil
    private let failure: SinkError?
    private let bytes = Mutex<[UInt8]>([])

    init(isTerminal: Bool = false, width: Int? = nil, failure: SinkError? = nil) {
        self.isTerminal = isTerminal
        self.width = width
        self.failure = failure
    }

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

    func write(_ more: [UInt8]) throws(SinkError) {
        if let failure { throw failure }
        bytes.withLock { $0 += more }
    }
}
