public import AccountModel

/// Where uses of accounts are written down.
public protocol AccessRecording: Sendable {
    /// Keeps one record. A log that cannot be written stops no request: whoever keeps it tells of that itself.
    func record(_ record: AccessRecord) async
}

/// Writes nothing down.
public struct NoAccessLog: AccessRecording {
    /// A log that keeps nothing.
    public init() {}

    public func record(_ record: AccessRecord) async {}
}
