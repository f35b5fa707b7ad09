import AccountModel
import Synchronization

/// What waits between two calls, each of the connection that gave it, and for a time: it goes when that is over, when its
/// connection ends, or when somebody says so, whether or not a call comes any more.
final class ExpiringTable<Handle: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var origin: Caller.Origin
        var due: ContinuousClock.Instant
        var value: Value
    }

    private let entries = Mutex<[Handle: Entry]>([:])
    private let sweeper = Sweeper()
    private let most: Int
    private let dropped: @Sendable (Value) -> Void

    /// - Parameters:
    ///   - most: how many one run of a program may have.
    ///   - dropped: is told what went before it was taken, and what was not let in.
    init(most: Int, dropped: @escaping @Sendable (Value) -> Void = { _ in }) {
        self.most = most
        self.dropped = dropped
    }

    /// Throws `full` where this run of the program has as many as it may, and `cancelled` where the task is: the connection may
    /// have ended before, and will not end again.
    func add(
        _ value: Value, as handle: Handle, of origin: Caller.Origin, for span: Duration, orThrow full: BrokerError
    ) throws(BrokerError) {
        let isAdded = entries.withLock { entries in
            guard entries.values.count(where: { $0.origin.instance == origin.instance }) < most else { return false }
            entries[handle] = Entry(origin: origin, due: .now + span, value: value)
            return true
        }
        guard isAdded else {
            dropped(value)
            throw full
        }
        // Requests are cancelled before what they began is forgotten, so that one of the two finds it.
        guard !Task.isCancelled else {
            forget(handle, of: origin)
            throw BrokerError(.cancelled, "the request was withdrawn")
        }
        sweeper.begin { [weak self] in self?.nextDue() }
    }

    /// What waits under a handle; `nil` where it is over, or of another connection.
    func value(_ handle: Handle, of origin: Caller.Origin) -> Value? {
        update(handle, of: origin) { $0 }
    }

    /// Gives it out, and keeps it no longer.
    func take(_ handle: Handle, of origin: Caller.Origin) -> Value? {
        update(handle, of: origin) { value in
            defer { value = nil }
            return value
        }
    }

    /// Changes what waits; with `nil` it is over. One that is over, or of another connection, is `nil` and stays so.
    ///
    /// - Parameter span: how long it waits from now on; else for the time that it had.
    @discardableResult
    func update<Result>(
        _ handle: Handle, of origin: Caller.Origin, for span: Duration? = nil, _ change: (inout Value?) -> Result
    ) -> Result {
        entries.withLock { entries in
            var entry = entries[handle]
            if let found = entry, found.origin != origin || found.due <= .now { entry = nil }
            var value = entry?.value
            let result = change(&value)
            if var entry {
                if let value { entry.value = value }
                if let span { entry.due = .now + span }
                entries[handle] = value == nil ? nil : entry
            }
            return result
        }
    }

    func forget(_ handle: Handle, of origin: Caller.Origin) {
        forget { $0 == handle && $1.origin == origin }
    }

    /// What was begun over a connection, which has ended.
    func forget(connection: String) {
        forget { $1.origin.connection == connection }
    }

    func forgetAll() {
        forget { _, _ in true }
    }

    private func forget(where isMeant: (Handle, Entry) -> Bool) {
        let forgotten = entries.withLock { entries in
            let forgotten = entries.filter(isMeant)
            for handle in forgotten.keys { entries[handle] = nil }
            return forgotten
        }
        for entry in forgotten.values { dropped(entry.value) }
    }

    /// Drops what is due, and tells when the next is.
    private func nextDue() -> ContinuousClock.Instant? {
        forget { $1.due <= .now }
        return entries.withLock { $0.values.map(\.due).min() }
    }
}
