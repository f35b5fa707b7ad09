import AccountModel
import CommandLineKit

/// `-a`, and what stands for it where it is not given.
enum AccountOption {
    static let account = Option<AccountSelector?>(
        "a", "account", value: "ACCOUNT", help: "Number, name, SERVICE:NAME or UUID of the account.",
        completion: .account)

    static let variable = "ACCTSTORE_ACCOUNT"

    /// What was given, else what the environment says; `nil` leaves the choice to the agent.
    ///
    /// Throws `invalidArgument` where the variable holds something that names no account.
    static func selector(_ given: AccountSelector?, in context: CommandContext) throws(BrokerError) -> AccountSelector?
    {
        if let given { return given }
        guard let text = context.environment[variable] else { return nil }
        guard let selector = AccountSelector(text) else {
            throw BrokerError(
                .invalidArgument, "$\(variable) holds '\(text)', which names no account",
                nextStep: "unset \(variable)")
        }
        return selector
    }

    /// Whether the account is what the variable says.
    static func isFromVariable(_ selector: AccountSelector?, in context: CommandContext) -> Bool {
        selector != nil && context.environment[variable].flatMap { AccountSelector($0) } == selector
    }

    /// The error of an account that a variable names, which who set it may have forgotten.
    static func blamingVariable(_ error: BrokerError) -> BrokerError {
        let steps = [error.nextStep, "unset \(variable)"].compactMap(\.self).joined(separator: "\n")
        return BrokerError(error.code, "\(error.message) ($\(variable) names it)", nextStep: steps)
    }
}
