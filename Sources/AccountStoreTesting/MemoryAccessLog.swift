public import AccountModel
public import AccountStore
import Synchronization

/// An access log in memory.
public final class MemoryAccessLog: AccessRecording {
    private let kept = Mutex<[AccessRecord]>([])
    private let failure = Mutex<BrokerError?>(nil)

    /// A log with nothing in it.
    public init() {}

    /// In the order in which they came.
    public var records: [AccessRecord] { kept.withLock { $0 } }

    /// What reading throws, if anything.
    public var trouble: BrokerError? {
        get { failure.withLock { $0 } }
        set { failure.withLock { $0 = newValue } }
    }

    public func record(_ record: AccessRecord) async {
        kept.withLock { $0.append(record) }
    }

    public func readBackwards(
        _ take: @escaping @Sendable (AccessRecord) -> Bool
    ) async throws(BrokerError) -> Int {
        if let trouble { throw trouble }
        for record in records.reversed() where !take(record) { break }
        return 0
    }

    public func lastUses() async throws(BrokerError) -> [AccessUse] {
        if let trouble { throw trouble }
        return records.compactMap(\.use).reduce(into: [AccessUse.Way: AccessUse]()) { $0[$1.way] = $1 }.map(\.value)
    }

    public func status() async -> AccessLogStatus {
        AccessLogStatus(isOn: true, trouble: trouble?.message)
    }
}
