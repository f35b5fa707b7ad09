import AccountModel
import SecretBytes
import Synchronization

/// A token that a service gave in exchange for one that is good no more, and that the keychain did not take yet.
struct UnsavedRenewal: Sendable {
    /// What it was given for: a keychain that holds another one by now was written to by a later log-in.
    var used: SharedSecret
    var credential: AccountCredential
    /// Whose it is, for messages.
    var account: Account
    /// Held on to: another process would use what the keychain holds, and the service would take that for theft.
    var turn: any RenewalTurn
}

/// Renewed tokens that wait for the keychain, in locked memory, for as long as the agent lives.
final class UnsavedRenewals: Sendable {
    /// Seconds between two tries that nobody asked for.
    private static let pause = Duration.seconds(5)

    private let entries = Mutex<[AccountID: UnsavedRenewal]>([:])
    /// How many renewals are under way.
    private let countUnderWay = Mutex(0)
    private let retrying = Mutex<Task<Void, Never>?>(nil)
    /// One renewal at a time for one account: those who waited look again whether there is anything left to do.
    let turns = Turns<AccountID>()

    subscript(id: AccountID) -> UnsavedRenewal? { entries.withLock { $0[id] } }

    var isEmpty: Bool { entries.withLock(\.isEmpty) }

    /// Whether a token would be lost with the process, or may be on its way.
    var isNeeded: Bool { !isEmpty || countUnderWay.withLock { $0 > 0 } }

    /// Runs what must not be cut off, though whoever waits for it goes away.
    func uncut<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) async -> Result {
        countUnderWay.withLock { $0 += 1 }
        return await Task {
            defer { countUnderWay.withLock { $0 -= 1 } }
            return await body()
        }.value
    }

    /// Waits for the end of what is under way, each bounded by its own time-outs.
    func waitForRunning() async {
        while countUnderWay.withLock({ $0 > 0 }), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(20)) }
    }

    var accounts: [AccountID] { entries.withLock { Array($0.keys) } }

    func keep(_ renewal: UnsavedRenewal, of id: AccountID) {
        entries.withLock { $0[id] = renewal }
    }

    /// Forgets a renewal that was stored, or is of no use any more, and lets other processes renew.
    func drop(_ id: AccountID) {
        let dropped = entries.withLock { $0.removeValue(forKey: id) }
        dropped?.turn.unmark()
        dropped?.turn.end()
    }

    /// Tries again and again until nothing is left, and lives as long as that: a token would go with it. It belongs to no
    /// request, so that nobody is asked anything for it.
    ///
    /// - Parameter save: tries it once for an account, without asking anybody.
    func retry(_ save: @escaping @Sendable (AccountID) async -> Void) {
        retrying.withLock { task in
            guard task == nil else { return }
            task = Task.detached { [self] in
                while !endIfEmpty() {
                    try? await Task.sleep(for: UnsavedRenewals.pause)
                    for id in accounts { await save(id) }
                }
            }
        }
    }

    private func endIfEmpty() -> Bool {
        retrying.withLock { task in
            guard isEmpty else { return false }
            task = nil
            return true
        }
    }
}
