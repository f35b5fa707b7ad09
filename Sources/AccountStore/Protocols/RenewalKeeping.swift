public import AccountModel
public import FoundationEssentials

/// Lets one process at a time renew an account's token, and remembers a renewal that was cut off.
///
/// It is apart from the keychain's own lock: a renewal waits for a service, and whoever uses another account must not wait
/// for that.
public protocol RenewalKeeping: Sendable {
    /// Waits until no other process and no other task renews the account's token.
    ///
    /// - Parameters:
    ///   - account: whose token is renewed.
    ///   - patience: seconds to wait at most.
    ///
    /// Throws `tryLater` where another takes longer, `cancelled` with the task, and `fileError`.
    func begin(for account: AccountID, patience: Int) async throws(BrokerError) -> any RenewalTurn

    /// Drops what is remembered of an account that was logged in to anew.
    func forget(_ account: AccountID)

    /// The same for an account that is gone.
    func remove(_ account: AccountID)
}

/// The right to renew one account's token, until ``end()`` or the end of its process.
public protocol RenewalTurn: AnyObject, Sendable {
    /// When a renewal began of which nobody knows how it ended; `nil` where there is none.
    var unfinished: Date? { get }

    /// Remembers, beyond the end of this process and of the machine's power, that a renewal is under way.
    ///
    /// Throws `fileError`: then none may begin.
    func mark() throws(BrokerError)

    /// Takes that back: it is known how it ended.
    func unmark()

    /// Lets others begin.
    func end()
}
