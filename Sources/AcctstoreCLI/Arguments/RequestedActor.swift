import AccountModel
import CommandLineKit

/// As whom a command is to act, as it was asked for.
enum RequestedActor: ArgumentValue, Equatable {
    static let expectation: String? = "a number, a name, SERVICE:NAME, a UUID, or one of the words none and app"

    case account(AccountSelector)
    /// The service's app alone.
    case app
    /// Nobody: what is sent is not signed.
    case nobody

    init?(argument: RawArgument) {
        guard let text = argument.text else { return nil }
        self.init(text)
    }

    /// `none` and `app` in any case are no names of accounts; `@none` and `@app` are.
    init?(_ text: String) {
        switch text.lowercased() {
        case "none": self = .nobody
        case "app": self = .app
        default:
            guard let selector = AccountSelector(text) else { return nil }
            self = .account(selector)
        }
    }

    /// The account; `nil` for a word that stands for none.
    var selector: AccountSelector? {
        if case .account(let selector) = self { selector } else { nil }
    }
}
