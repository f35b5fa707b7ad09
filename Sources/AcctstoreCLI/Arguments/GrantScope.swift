import AccountModel
import CommandLineKit

/// What a grant speaks of: one account, or `SERVICE:*`.
enum GrantScope: ArgumentValue, Equatable {
    static let expectation: String? = "a number, a name, SERVICE:NAME, a UUID, or SERVICE:* for all accounts"

    case account(AccountSelector)
    case service(Service)

    init?(argument: RawArgument) {
        guard let text = argument.text else { return nil }
        if text.hasSuffix(":*") {
            guard let service = Service(String(text.dropLast(2))) else { return nil }
            self = .service(service)
        } else {
            guard let selector = AccountSelector(text) else { return nil }
            self = .account(selector)
        }
    }

    /// As it may be written.
    var spelling: String {
        switch self {
        case .account(let selector): "\(selector)"
        case .service(let service): "\(service):*"
        }
    }

    var target: GrantTarget {
        switch self {
        case .account(let selector): .selected(selector)
        case .service(let service): .service(service)
        }
    }
}
