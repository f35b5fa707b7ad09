internal import AccountModel
internal import Glibc
internal import SystemCalls

/// Reads a body from a descriptor, chunk by chunk.
actor BodyReader {
    /// Bytes in all, where the descriptor is a file.
    nonisolated let count: Int?
    private let descriptor: Descriptor
    private let failure: BrokerError
    private let thread = ReadinessThread()
    private var received = 0
    private var isAtEnd = false

    private static let chunk = 64 << 10

    init(descriptor: Descriptor, count: Int?, failure: BrokerError) {
        self.descriptor = descriptor
        self.count = count
        self.failure = failure
    }

    func next() async throws(BrokerError) -> [UInt8]? {
        while !isAtEnd {
            guard await thread.wait(for: descriptor, Int16(POLLIN)) else {
                throw BrokerError(.cancelled, "the transfer was cancelled")
            }
            let wanted = min(BodyReader.chunk, count.map { $0 - received } ?? BodyReader.chunk)
            switch await thread.read(descriptor, upTo: wanted) {
            case .success(let bytes) where bytes.isEmpty:
                isAtEnd = true
                // A file that became shorter.
                if let count, received < count { throw failure }
            case .success(let bytes):
                received += bytes.count
                return bytes
            case .failure(let error) where error.number == EINTR || error.number == EAGAIN:
                continue
            case .failure:
                isAtEnd = true
                throw failure
            }
        }
        return nil
    }
}
