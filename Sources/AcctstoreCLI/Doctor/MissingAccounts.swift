import AccountModel

/// Why an overview has no accounts in it. Only one of the reasons is that there are none.
enum MissingAccounts {
    case none
    /// The caller is neither the person at a terminal nor a program that was let at one.
    case notShown
    case locked
    /// The keychain's own line tells why.
    case unreadable

    /// `nil` where there are accounts.
    init?(_ overview: StoreOverview) {
        guard overview.accounts.isEmpty else { return nil }
        switch overview.keychain.state {
        // The person sees apps wherever accounts can be seen.
        case .open, .locked: self = overview.apps == nil ? .notShown : .none
        case .unopened: self = .locked
        case .absent: self = .none
        case .unreachable, .unknown: self = .unreadable
        }
    }

    func finding(_ check: String, none: String, next: String? = nil) -> Finding {
        switch self {
        case .none: .note(check, none, next: next)
        case .notShown: .note(check, "none that this program may see", next: "run this in a terminal\nacctstore doctor")
        case .locked: .note(check, "not known while the keychain is locked", next: "acctstore unlock")
        case .unreadable: .note(check, "not known, since the keychain cannot be read")
        }
    }
}
