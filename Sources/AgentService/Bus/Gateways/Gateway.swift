internal import AccountModel
internal import GLibBridge

/// Where the calls of programs arrive: the session's bus, or connections of single programs where there is no bus.
///
/// A program is known by the name of its connection, which is never given twice.
protocol Gateway: Sendable {
    /// Puts the agent's object up; `receive` gets each call, on the GLib thread, in the order in which they arrive.
    func open(_ receive: @escaping @Sendable (BusRequest) -> Void) async throws(GLibError)

    /// The process at the other end of a connection.
    ///
    /// Throws `accessDenied` where it is gone, and `unavailable` where the agent has no means to look at it now.
    func peer(named name: String) async throws(BrokerError) -> Peer

    /// Whether the connection is open still, after the process was looked at, and so was that process's all the time.
    func isStill(_ peer: Peer) async -> Bool

    /// Whether the connection is there still.
    func isConnected(_ name: String) async -> Bool

    /// Calls `ended` when the connection has ended; from when this returns on, no end is missed. The task can be cancelled.
    func watchEnd(of name: String, _ ended: @escaping @Sendable () async -> Void) async -> Task<Void, Never>

    /// Sends one program a signal of `org.acctstore.Agent1`. A program that went away meanwhile misses nothing.
    func tell(_ name: String, signal: String, _ arguments: [Variant])

    /// Has an element when another agent takes over.
    func takeovers() async -> AsyncStream<Void>

    /// Returns when nobody is connected who keeps the agent by just that, or the task was cancelled.
    func waitUntilDeserted() async

    /// Returns when no call can come any more, or the task was cancelled.
    func waitUntilClosed() async

    /// Lets nobody new in. What has come is still worked on.
    func retire() async

    /// Ends every connection, after what was said on it.
    func close() async
}

extension BrokerError {
    /// For a caller whose connection has ended.
    static let unknownCaller = BrokerError(.accessDenied, "it cannot be told which process the caller is")
}
