import AccountModel

/// What access is asked to: an account, or every account of a service.
enum AccessSubject: Sendable {
    case account(Account)
    case service(Service)

    var service: Service {
        switch self {
        case .account(let account): account.service
        case .service(let service): service
        }
    }

    var scope: Grant.Scope {
        switch self {
        case .account(let account): .account(account.id)
        case .service: .service
        }
    }

    /// `@alice (2, twitter)`, `any account of twitter`
    var label: String {
        switch self {
        case .account(let account): account.label
        case .service(let service): "any account of \(service)"
        }
    }

    /// What is asked for, in words: the token where it is to be given out, else the account.
    func label(for permissions: Permissions) -> String {
        permissions.contains(.reveal) ? "the token of \(label)" : label
    }

    /// What stands for it in a command: `2`, `twitter:*`.
    var argument: String {
        switch self {
        case .account(let account): String(account.number)
        case .service(let service): "\(service):*"
        }
    }

    /// Whether the person wants to be asked at every use.
    var asksAlways: Bool {
        switch self {
        case .account(let account): account.ask == .always
        case .service: false
        }
    }

    func question(_ permissions: Permissions) -> AccessQuestion.Subject {
        switch self {
        case .account(let account): .account(account, permissions)
        case .service(let service): .service(service, permissions)
        }
    }
}
