import AccountModel
import FoundationEssentials
import Synchronization

/// Log-ins that wait for the person, each bound to the program that began it. Nothing of them is written anywhere.
final class LogInTable: Sendable {
    private struct Entry: Sendable {
        var instance: Caller.Instance
        var expires: Date
        var pending: PendingLogIn
        /// Whether somebody is going on with it.
        var isBusy = false

        var busy: Entry {
            var copy = self
            copy.isBusy = true
            return copy
        }
    }

    /// Seconds that a log-in waits for the person, counted from its beginning: longer where a code lives longer.
    private static let patience: Double = 600

    private let entries = Mutex<[LogInHandle: Entry]>([:])

    func add(_ pending: PendingLogIn, as handle: LogInHandle, of instance: Caller.Instance, at now: Date) {
        forget { $1.expires <= now }
        entries.withLock { entries in
            entries[handle] = Entry(
                instance: instance, expires: now.addingTimeInterval(max(LogInTable.patience, pending.patience)),
                pending: pending)
        }
    }

    /// A log-in as it stands; `nil` where it is over, or not this program's.
    func pending(_ handle: LogInHandle, of instance: Caller.Instance, at now: Date) -> PendingLogIn? {
        entries.withLock { entries in
            guard let entry = entries[handle], entry.instance == instance, entry.expires > now else { return nil }
            return entry.pending
        }
    }

    /// Runs `advance` on a log-in, which nobody else can go on with meanwhile. What it gives is kept under the same
    /// handle; with `nil`, or an error, the log-in is over.
    ///
    /// - Returns: `nil` where somebody else is going on with it.
    func advance<Result: Sendable>(
        _ handle: LogInHandle, of instance: Caller.Instance, at now: Date,
        _ advance: (PendingLogIn) async throws(BrokerError) -> (PendingLogIn?, Result)
    ) async throws(BrokerError) -> Result? {
        let entry = entries.withLock { entries -> Entry? in
            guard let entry = entries[handle], entry.instance == instance else { return nil }
            entries[handle] = entry.expires > now ? entry.busy : nil
            return entry.expires > now ? entry : nil
        }
        guard let entry else {
            throw BrokerError(
                .cancelled, "this log-in is over: it waits for ten minutes",
                nextStep: "begin it again with acctstore add")
        }
        if entry.isBusy { return nil }
        do throws(BrokerError) {
            let (pending, result) = try await advance(entry.pending)
            // One that was forgotten meanwhile stays so.
            entries.withLock { entries in
                guard entries[handle] != nil else { return }
                entries[handle] = pending.map { Entry(instance: instance, expires: entry.expires, pending: $0) }
            }
            return result
        } catch {
            forget(handle, of: instance)
            throw error
        }
    }

    func forget(_ handle: LogInHandle, of instance: Caller.Instance) {
        forget { $0 == handle && $1.instance == instance }
    }

    func forget(_ instance: Caller.Instance) {
        forget { $1.instance == instance }
    }

    private func forget(where isMeant: (LogInHandle, Entry) -> Bool) {
        let forgotten = entries.withLock { entries in
            let forgotten = entries.filter(isMeant)
            for handle in forgotten.keys { entries[handle] = nil }
            return forgotten
        }
        for entry in forgotten.values { entry.pending.giveUp() }
    }
}
