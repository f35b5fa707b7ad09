public import AccountModel

/// What changed in the store, for those who keep a picture of it.
public enum StoreChange: Hashable, Sendable {
    /// An account of the service was added, changed or removed.
    case accounts(Service)
    /// What a program may do with accounts of the service changed. Only for that program's eyes.
    case access(ProgramIdentity, Service)
}

extension StoreChange {
    /// Whether a program's access may be another one after the change.
    public func isAboutAccess(of program: ProgramIdentity) -> Bool {
        guard case .access(let named, _) = self else { return false }
        return ProgramMatcher(program).isMeant(by: named)
    }
}
