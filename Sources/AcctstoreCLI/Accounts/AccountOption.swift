import AccountModel
import CommandLineKit

/// `-a`, and what stands for it where it is not given.
enum AccountOption {
    static let account = Option<RequestedActor?>(
        "a", "account", value: "ACCOUNT", help: "Number, name, SERVICE:NAME or UUID of the account.",
        completion: .account)
    /// For commands that need no account.
    static let actor = Option<RequestedActor?>(
        "a", "account", value: "ACCOUNT",
        help: "Number, name, SERVICE:NAME or UUID of the account; app is the app alone, none is nobody.",
        completion: .actor)
    static let app = Option<String?>(
        "app", value: "NAME", help: "Act as this app alone; -a app means the app called default.", completion: .app)
    static let service = Option<Service?>(
        "service", value: "SERVICE", help: "The service to ask; an account is then looked for there.",
        completion: .service)

    static let variable = "ACCTSTORE_ACCOUNT"

    /// What was given, else what the environment says; `nil` leaves the choice to the agent.
    ///
    /// Throws `invalidArgument` where the variable holds something that names no account.
    static func requested(_ given: RequestedActor?, in context: CommandContext) throws(BrokerError) -> RequestedActor? {
        if let given { return given }
        guard let text = context.environment[variable] else { return nil }
        guard let actor = RequestedActor(text) else {
            throw BrokerError(
                .invalidArgument, "$\(variable) holds '\(text)', which names no account",
                nextStep: "unset \(variable)")
        }
        return actor
    }

    /// As ``requested(_:in:)``, for a command that needs an account.
    ///
    /// - Parameter deed: what it does, for the error of one that is asked to do it without: `post`.
    static func selector(
        _ given: RequestedActor?, to deed: String, in context: CommandContext
    ) throws(BrokerError) -> AccountSelector? {
        let word: String
        switch try requested(given, in: context) {
        case nil: return nil
        case .account(let selector): return selector
        case .app: word = "app"
        case .nobody: word = "none"
        }
        guard given == nil else {
            throw BrokerError(
                .invalidArgument, "it takes an account to \(deed), and -a \(word) names none",
                nextStep: "name an account; -a @\(word) means the one called \(word)\nacctstore list")
        }
        throw BrokerError(
            .invalidArgument, "it takes an account to \(deed), and $\(variable) is \(word)",
            nextStep: "unset \(variable)")
    }

    /// Whether the account is what the variable says.
    static func isFromVariable(_ selector: AccountSelector?, in context: CommandContext) -> Bool {
        selector != nil && context.environment[variable].flatMap { RequestedActor($0)?.selector } == selector
    }

    /// The error of an account that a variable names, which who set it may have forgotten.
    static func blamingVariable(_ error: BrokerError) -> BrokerError {
        let steps = [error.nextStep, "unset \(variable)"].compactMap(\.self).joined(separator: "\n")
        return BrokerError(error.code, "\(error.message) ($\(variable) names it)", nextStep: steps)
    }
}
