/// A person's account at a service, with nothing secret in it.
public struct Account: Hashable, Sendable, Identifiable {
    /// Whether the stored credential still works, as far as is known.
    public enum State: String, Hashable, Sendable {
        /// As far as is known it works.
        case ok
        /// The service said that the token is no longer valid.
        case needsLogin = "needs-login"
    }

    /// How often a program that holds a grant is asked about.
    public enum Ask: String, Hashable, Sendable {
        /// Once; the answer is remembered.
        case once
        /// At every use, whatever grants there are.
        case always
    }

    public var id: AccountID
    /// Given once and never again: 1 and up. Gaps stay.
    public var number: Int
    /// The service that it is an account of.
    public var service: Service
    /// The name of the app (our registration at the service) that the account logged in with, usually `default`.
    public var app: String
    /// The name at the service without `@`; `nil` while it is not known.
    public var username: String?
    /// The service's own id of the person; `nil` while it is not known.
    public var userID: String?
    /// The person's own words about the account.
    public var description: String?
    /// Whether it is meant where no account is named.
    public var isDefault: Bool
    /// Whether its credential still works, as far as is known.
    public var state: State
    /// How often a program that holds a grant is asked about.
    public var ask: Ask

    /// Makes a value of its parts. Nothing is stored by that.
    public init(
        id: AccountID, number: Int, service: Service, app: String, username: String?, userID: String?,
        description: String? = nil, isDefault: Bool = false, state: State = .ok, ask: Ask = .once
    ) {
        self.id = id
        self.number = number
        self.service = service
        self.app = app
        self.username = username
        self.userID = userID
        self.description = description
        self.isDefault = isDefault
        self.state = state
        self.ask = ask
    }

    /// `@alice`, or `?` where the name is not known: on one line, since it stands in messages.
    public var handle: String {
        username.map { "@\(OneLine.visible($0))" } ?? "?"
    }

    /// How messages name an account: `@alice (2, twitter)`.
    public var label: String {
        "\(handle) (\(number), \(service))"
    }
}
