import AccountModel
import Synchronization

/// Looks for uses in the access log.
struct AccessLogSearch: Sendable {
    let log: any AccessRecording
    let query: AccessLogQuery

    func run() async throws(BrokerError) -> AccessLogExcerpt {
        let accounts = try await accounts()
        let programs = ProgramNames(query.programs)
        let count = query.count
        guard count > 0 else { return AccessLogExcerpt(records: []) }
        let found = Mutex<[AccessRecord]>([])
        let unreadable = try await log.readBackwards { record in
            let isMeant =
                programs.isMeant(record.program)
                && (accounts.map { accounts in record.account.map { accounts.contains($0.id) } ?? false } ?? true)
            return found.withLock { found in
                if isMeant { found.append(record) }
                return found.count < count
            }
        }
        return AccessLogExcerpt(records: found.withLock { $0.reversed() }, unreadable: unreadable)
    }

    /// Every account that was what the selector says at some time; `nil` where all are meant. The keychain is not asked:
    /// the account may be gone, and the log can be read while the keychain is locked.
    private func accounts() async throws(BrokerError) -> Set<AccountID>? {
        guard let selector = query.account else { return nil }
        if case .id(let id) = selector { return [id] }
        let ids = Mutex<Set<AccountID>>([])
        _ = try await log.readBackwards { record in
            if let account = record.account, selector.matches(account, of: record.service) {
                ids.withLock { _ = $0.insert(account.id) }
            }
            return true
        }
        return ids.withLock { $0 }
    }
}

/// Which programs are meant, as a grant would mean them: whatever path leads to their file. Each is looked at once.
private final class ProgramNames: Sendable {
    private let wanted: [ProgramIdentity]
    private let known = Mutex<[ProgramIdentity: Bool]>([:])

    init(_ wanted: [ProgramIdentity]) {
        self.wanted = wanted
    }

    func isMeant(_ program: ProgramIdentity) -> Bool {
        guard !wanted.isEmpty else { return true }
        return known.withLock { known in
            if let answer = known[program] { return answer }
            let matcher = ProgramMatcher(program)
            let answer = wanted.contains(where: matcher.isMeant)
            known[program] = answer
            return answer
        }
    }
}

extension AccountSelector {
    /// As ``matches(_:)``, of an account as a record has it.
    fileprivate func matches(_ account: AccessRecord.Subject, of service: Service?) -> Bool {
        switch self {
        case .number(let number): account.number == number
        case .id(let id): account.id == id
        case .name(let name): account.username?.lowercased() == name.lowercased()
        case .qualified(let wanted, let name):
            service == wanted && account.username?.lowercased() == name.lowercased()
        }
    }
}
