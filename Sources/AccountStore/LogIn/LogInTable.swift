import AccountModel

/// Log-ins that wait for the person, each bound to the connection that it was begun over. Nothing of them is written anywhere.
final class LogInTable: Sendable {
    private struct Waiting: Sendable {
        var pending: PendingLogIn
        /// Whether somebody is going on with it.
        var isBusy = false
    }

    /// Seconds that a log-in waits for the person, counted from its beginning: longer where a code lives longer.
    private static let patience: Double = 600
    /// More than a person begins at once in one program.
    private static let most = 16

    private let table = ExpiringTable<LogInHandle, Waiting>(most: most) { $0.pending.giveUp() }

    /// Throws `tryLater` where too many of the program wait, and `cancelled` where the task is.
    func add(_ pending: PendingLogIn, as handle: LogInHandle, of origin: Caller.Origin) throws(BrokerError) {
        try table.add(
            Waiting(pending: pending), as: handle, of: origin,
            for: .seconds(max(LogInTable.patience, pending.patience)),
            orThrow: BrokerError(
                .tryLater, "\(LogInTable.most) log-ins of this program wait already", nextStep: "finish one of them"))
    }

    /// A log-in as it stands; `nil` where it is over, or of another connection.
    func pending(_ handle: LogInHandle, of origin: Caller.Origin) -> PendingLogIn? {
        table.value(handle, of: origin)?.pending
    }

    /// Runs `advance` on a log-in, which nobody else can go on with meanwhile. What it gives is kept under the same
    /// handle; with `nil`, or an error, the log-in is over.
    ///
    /// - Returns: `nil` where somebody else is going on with it.
    func advance<Result: Sendable>(
        _ handle: LogInHandle, of origin: Caller.Origin,
        _ advance: (PendingLogIn) async throws(BrokerError) -> (PendingLogIn?, Result)
    ) async throws(BrokerError) -> Result? {
        let found = table.update(handle, of: origin) { waiting in
            defer { waiting?.isBusy = true }
            return waiting
        }
        guard let found else {
            throw BrokerError(
                .cancelled, "this log-in is over: it waits for ten minutes",
                nextStep: "acctstore add")
        }
        if found.isBusy { return nil }
        do throws(BrokerError) {
            let (pending, result) = try await advance(found.pending)
            table.update(handle, of: origin) { waiting in
                // One that was forgotten meanwhile stays so.
                if waiting != nil { waiting = pending.map { Waiting(pending: $0) } }
            }
            return result
        } catch {
            forget(handle, of: origin)
            throw error
        }
    }

    func forget(_ handle: LogInHandle, of origin: Caller.Origin) {
        table.forget(handle, of: origin)
    }

    func forget(connection: String) {
        table.forget(connection: connection)
    }
}
