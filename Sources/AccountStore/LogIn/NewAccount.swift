import AccountModel

/// A token that is to be stored, with all that is known of whose it is.
struct NewAccount: Sendable {
    var identity: AccountIdentity
    var username: String?
    var credential: AccountCredential
    /// What the person should know about the log-in, though it was done.
    var warning: String?
    /// Whether the service can be asked again who it is.
    var canBeVerified = false

    /// What the person should know now that it is kept, and where they still know no name, how that is asked for again.
    func warning(keptAs account: Account) -> String? {
        guard account.username == nil, canBeVerified else { return warning }
        return warning.map { "\($0); it is kept as ?, and acctstore verify \(account.number) asks again whose it is" }
    }

    /// `@alice`, or what else is known.
    var shownName: String {
        username.map { "@\($0)" } ?? "the account"
    }
}
