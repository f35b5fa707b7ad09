import AccountStore
import Synchronization

/// The content of the vault while it is open, as the file had it at one moment.
struct OpenVault: Sendable {
    var content: SealedRecords
    /// What the file's mark was then.
    var mark: [UInt8]
    /// Keys of today's cost, where the file's own cost less: it gets them with its next change.
    var stronger: SealingKeys?
}

/// What is remembered between two requests, and when it is dropped.
final class VaultState: Sendable {
    private struct Values {
        var open: OpenVault?
        var lastUse = ContinuousClock.now
        /// How often it was closed: what was being opened meanwhile is for its request alone.
        var closings: UInt64 = 0
        /// Those who will use it in a moment: it does not close for want of use, but when it is told to.
        var holds = 0
        /// Changes under the lock that are going on. Half a change is worse than a vault that closes a moment later.
        var changes = 0
        var isToClose = false
    }

    private let values = Mutex(Values())

    /// What is open.
    var open: OpenVault? { values.withLock(\.open) }

    var closings: UInt64 { values.withLock(\.closings) }

    func noteUse() {
        values.withLock { $0.lastUse = .now }
    }

    /// Keeps what was opened, unless it was closed since.
    func keep(_ open: OpenVault, openedAfter closings: UInt64) -> Bool {
        values.withLock { values in
            guard values.closings == closings else { return false }
            values.open = open
            values.lastUse = .now
            return true
        }
    }

    /// Keeps a later state of what is open, where it still is.
    func replace(_ open: OpenVault) {
        values.withLock { values in
            if values.open != nil { values.open = open }
        }
    }

    /// Whether anything was open. What a change works with goes when that ends.
    @discardableResult
    func close() -> Bool {
        values.withLock { values in
            values.closings += 1
            if values.changes > 0 {
                values.isToClose = true
                return false
            }
            defer { values.open = nil }
            return values.open != nil
        }
    }

    /// What is open is not what the file holds any more.
    func drop() {
        values.withLock { $0.open = nil }
    }

    func hold() {
        values.withLock { $0.holds += 1 }
    }

    func release() {
        values.withLock { values in
            values.holds -= 1
            values.lastUse = .now
        }
    }

    func beginChange() {
        values.withLock { $0.changes += 1 }
    }

    /// Whether it closed by that.
    func endChange() -> Bool {
        values.withLock { values in
            values.changes -= 1
            guard values.changes == 0, values.isToClose else { return false }
            values.isToClose = false
            defer { values.open = nil }
            return values.open != nil
        }
    }

    /// Closes what nobody has used for so long; gives the last use of what stays, `nil` where nothing is open.
    func close(unusedFor span: Duration) -> (lastUse: ContinuousClock.Instant?, hasClosed: Bool) {
        values.withLock { values in
            guard values.open != nil else { return (nil, false) }
            if values.holds > 0 { values.lastUse = .now }
            guard values.changes == 0, values.holds == 0, values.lastUse + span <= .now else {
                return (values.lastUse, false)
            }
            values.closings += 1
            values.open = nil
            return (nil, true)
        }
    }
}
