public import AccountModel
public import AccountStore
import FoundationEssentials
import Synchronization

/// Renewals that are remembered in memory, for one process; they outlive the stores that share them.
public final class MemoryRenewals: RenewalKeeping {
    private struct State: Sendable {
        var held: Set<AccountID> = []
        var marks: [AccountID: Date] = [:]
        var failure: BrokerError?
    }

    private let state = Mutex(State())

    /// Without a renewal.
    public init() {}

    /// The accounts of which nobody knows how a renewal ended.
    public var unfinished: Set<AccountID> { state.withLock { Set($0.marks.keys) } }

    /// What every later mark throws; `nil` heals it.
    public func fail(with error: BrokerError?) {
        state.withLock { $0.failure = error }
    }

    /// Lets go what a process held that was killed. Its marks stay.
    public func kill() {
        state.withLock { $0.held = [] }
    }

    public func begin(for account: AccountID, patience: Int) async throws(BrokerError) -> any RenewalTurn {
        for _ in 0..<1000 {
            if state.withLock({ $0.held.insert(account).inserted }) { return Turn(account: account, renewals: self) }
            do {
                try await Task.sleep(for: .milliseconds(2))
            } catch {
                throw BrokerError(.cancelled, "the request was withdrawn")
            }
        }
        throw BrokerError(.tryLater, "another renewal takes too long")
    }

    public func forget(_ account: AccountID) {
        state.withLock { $0.marks[account] = nil }
    }

    public func remove(_ account: AccountID) {
        forget(account)
    }

    private final class Turn: RenewalTurn {
        private let account: AccountID
        private let renewals: MemoryRenewals
        private let isOver = Mutex(false)

        init(account: AccountID, renewals: MemoryRenewals) {
            self.account = account
            self.renewals = renewals
        }

        var unfinished: Date? { renewals.state.withLock { $0.marks[account] } }

        func mark() throws(BrokerError) {
            let failure = renewals.state.withLock { state in
                if state.failure == nil, state.marks[account] == nil {
                    state.marks[account] = Date(timeIntervalSince1970: 1_700_000_000)
                }
                return state.failure
            }
            if let failure { throw failure }
        }

        func unmark() {
            renewals.forget(account)
        }

        func end() {
            let wasOver = isOver.withLock { isOver in
                defer { isOver = true }
                return isOver
            }
            if !wasOver { renewals.state.withLock { _ = $0.held.remove(account) } }
        }
    }
}
