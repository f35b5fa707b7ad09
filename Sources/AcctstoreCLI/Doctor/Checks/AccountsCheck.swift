import AccountModel

/// The accounts, by number and service, and whether they are logged in.
struct AccountsCheck: Check {
    let overview: StoreOverview
    let context: CommandContext
    let options: Doctor.Options

    private static let name = "accounts"

    func findings() async -> [Finding] {
        [variable].compactMap(\.self) + accounts + overview.conflicts.map { .problem(Self.name, $0) }
    }

    private var accounts: [Finding] {
        guard [.open, .locked].contains(overview.keychain.state) else { return [] }
        if let missing = MissingAccounts(overview) {
            return [missing.finding(Self.name, none: "none yet", next: "acctstore add")]
        }
        let labels = overview.accounts.map { Disclosure.label(of: $0, options) }
        return [.ok(Self.name, labels.joined(separator: ", "))]
            + overview.accounts.filter { $0.state == .needsLogin }.map { account in
                .problem(
                    Self.name, "account \(Disclosure.label(of: account, options)) needs a log-in",
                    code: .credentialRejected, next: NextCommand.logIn(again: account))
            }
    }

    /// What would end every command that names no account.
    private var variable: Finding? {
        guard let text = context.environment[AccountOption.variable], RequestedActor(text) == nil else { return nil }
        return .problem(
            Self.name, "$\(AccountOption.variable) names no account", code: .invalidArgument,
            next: "unset \(AccountOption.variable)")
    }
}
