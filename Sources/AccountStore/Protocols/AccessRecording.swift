public import AccountModel

/// Where uses of accounts are written down.
public protocol AccessRecording: Sendable {
    /// Keeps one record. A log that cannot be written stops no request, nor holds it up: whoever keeps it tells of that
    /// by ``status()``.
    func record(_ record: AccessRecord) async

    /// Shows what was kept to `take`, the record that was written last first, until there is none or `take` says no.
    ///
    /// - Returns: how many lines could not be read on the way.
    /// - Throws: `fileError` for a log that cannot be read. One that is not there has no records.
    func readBackwards(_ take: @escaping @Sendable (AccessRecord) -> Bool) async throws(BrokerError) -> Int

    /// The last use of each way to use an account, also where the records of it are no longer kept.
    ///
    /// - Throws: as ``readBackwards(_:)``.
    func lastUses() async throws(BrokerError) -> [AccessUse]

    /// How the log fares, which changes nothing about it.
    func status() async -> AccessLogStatus
}

/// Writes nothing down.
public struct NoAccessLog: AccessRecording {
    /// A log that keeps nothing.
    public init() {}

    public func record(_ record: AccessRecord) async {}

    public func readBackwards(_ take: @escaping @Sendable (AccessRecord) -> Bool) async throws(BrokerError) -> Int { 0 }

    public func lastUses() async throws(BrokerError) -> [AccessUse] { [] }

    public func status() async -> AccessLogStatus { AccessLogStatus(isOn: false) }
}
