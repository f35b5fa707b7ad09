import AccountModel
import FoundationEssentials
import Synchronization

/// Log-ins that wait for the person, each bound to the program that began it. Nothing of them is written anywhere.
final class LogInTable: Sendable {
    private struct Entry: Sendable {
        var instance: Caller.Instance
        var expires: Date
        var pending: PendingLogIn
    }

    /// Seconds that a log-in waits for the person, counted from its beginning.
    private static let patience: Double = 600

    private let entries = Mutex<[LogInHandle: Entry]>([:])

    func add(_ pending: PendingLogIn, as handle: LogInHandle, of instance: Caller.Instance, at now: Date) {
        entries.withLock { entries in
            entries = entries.filter { $0.value.expires > now }
            entries[handle] = Entry(
                instance: instance, expires: now.addingTimeInterval(LogInTable.patience), pending: pending)
        }
    }

    /// Runs `advance` on a log-in, which nobody else can go on with meanwhile. What it gives is kept under the same
    /// handle; with `nil`, or an error, the log-in is over.
    func advance<Result: Sendable>(
        _ handle: LogInHandle, of instance: Caller.Instance, at now: Date,
        _ advance: (PendingLogIn) async throws(BrokerError) -> (PendingLogIn?, Result)
    ) async throws(BrokerError) -> Result {
        let entry = entries.withLock { entries -> Entry? in
            guard let entry = entries[handle], entry.instance == instance else { return nil }
            entries[handle] = nil
            return entry.expires > now ? entry : nil
        }
        guard var entry else {
            throw BrokerError(
                .cancelled, "this log-in is over: it waits for ten minutes, and for one answer at a time",
                nextStep: "begin it again with acctstore add")
        }
        let (pending, result) = try await advance(entry.pending)
        if let pending {
            entry.pending = pending
            entries.withLock { $0[handle] = entry }
        }
        return result
    }

    func forget(_ handle: LogInHandle, of instance: Caller.Instance) {
        entries.withLock { entries in
            if entries[handle]?.instance == instance { entries[handle] = nil }
        }
    }

    func forget(_ instance: Caller.Instance) {
        entries.withLock { entries in entries = entries.filter { $0.value.instance != instance } }
    }
}
