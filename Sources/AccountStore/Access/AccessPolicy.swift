import AccountModel
import FoundationEssentials

/// What the remembered answers say of one program. Pure: it asks nobody and changes nothing.
struct AccessPolicy {
    /// What is to be done with a permission.
    enum Verdict: Hashable {
        case allowed
        case denied
        /// Nobody has answered yet.
        case open
    }

    /// The grants that speak of the program and have not ended.
    private let grants: [Grant]

    init(_ grants: [Grant], for program: ProgramIdentity, at now: Date) {
        let matcher = ProgramMatcher(program)
        self.grants = grants.filter { grant in
            !grant.hasEnded(at: now) && matcher.isMeant(by: grant.program)
        }
    }

    func verdict(on permission: Permissions, for account: Account) -> Verdict {
        let deciding = deciding(on: permission, for: account.id, of: account.service)
        if deciding.isEmpty { return .open }
        return deciding.contains { $0.decision == .deny } ? .denied : .allowed
    }

    /// The grants that decide: an answer about the account beats one about the service; at one level a denial beats an
    /// allowance.
    func deciding(on permission: Permissions, for account: AccountID, of service: Service) -> [Grant] {
        let ofAccount = grants.filter { $0.permissions.isSuperset(of: permission) && $0.scope == .account(account) }
        return ofAccount.isEmpty ? deciding(on: permission, of: service) : ofAccount
    }

    /// The verdict on all accounts of a service, later ones too.
    func verdict(on permission: Permissions, for service: Service) -> Verdict {
        let about = deciding(on: permission, of: service)
        if about.isEmpty { return .open }
        return about.contains { $0.decision == .deny } ? .denied : .allowed
    }

    func deciding(on permission: Permissions, of service: Service) -> [Grant] {
        grants.filter {
            $0.permissions.isSuperset(of: permission) && $0.scope == .service && $0.service == service
        }
    }
}

extension Permissions {
    /// Each permission by itself: each is answered once.
    var each: [Permissions] {
        [.read, .write, .reveal].filter(contains)
    }
}

extension Grant {
    func hasEnded(at now: Date) -> Bool {
        expires.map { $0 <= now } ?? false
    }
}
