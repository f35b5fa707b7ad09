import AccountModel

/// What makes an account the same account: at one service, one app, one person.
struct AccountIdentity: Hashable, Sendable {
    var service: Service
    var app: String
    /// The service's id; `@name` in lower case where it has none; `?` and 8 hex digits of the token's SHA-256 until
    /// the service has been asked.
    var userID: String
}

/// An account as it lies in the keychain.
struct StoredAccount: Sendable {
    /// Where the keychain has it.
    var stored: StoredRecord
    var identity: AccountIdentity
    var account: Account

    /// What messages call its secret.
    var secretName: RecordName {
        RecordName(description: "the secret of \(account.label)", place: stored.location)
    }

    /// `nil` for a record that lacks what an account must have: made by hand, or by another program.
    init?(_ stored: StoredRecord) {
        let attributes = stored.record.attributes
        guard let identity = AccountIdentity(attributes),
            let id = attributes.value(Attribute.id).flatMap(AccountID.init),
            let number = StoredAccount.number(in: attributes)
        else { return nil }
        self.stored = stored
        self.identity = identity
        account = Account(
            id: id, number: number, service: identity.service, app: identity.app,
            username: attributes.value(Attribute.username), userID: identity.knownUserID,
            description: attributes.value(Attribute.description),
            state: attributes.value(Attribute.state).flatMap(Account.State.init) ?? .ok,
            ask: StoredAccount.ask(in: attributes))
    }

    /// A word that this release does not know asks at each use: a mark of caution is never dropped.
    private static func ask(in attributes: [String: String]) -> Account.Ask {
        guard let word = attributes.value(Attribute.ask) else { return .once }
        return Account.Ask(rawValue: word) ?? .always
    }

    /// The greatest number that an account can have: what fits everywhere numbers go.
    static let greatestNumber = 999_999_999

    /// The number of any record of an account, also of one that is otherwise unusable: it was given once.
    static func number(in attributes: [String: String]) -> Int? {
        attributes.value(Attribute.number).flatMap { Int($0) }.flatMap { 1...greatestNumber ~= $0 ? $0 : nil }
    }
}

extension AccountIdentity {
    init?(_ attributes: [String: String]) {
        guard let service = attributes.value(Attribute.service).flatMap(Service.init),
            let app = attributes.value(Attribute.app), let userID = attributes.value(Attribute.userID)
        else { return nil }
        self.init(service: service, app: app, userID: userID)
    }

    /// The service's own id, where the identity is one.
    var knownUserID: String? {
        userID.hasPrefix("?") || userID.hasPrefix("@") ? nil : userID
    }
}

extension Record {
    /// The record of an account. `older` are attributes that it had before: those that we do not know are kept.
    init(_ account: Account, identity: AccountIdentity, over older: [String: String] = [:]) {
        var attributes = older
        attributes[Attribute.service] = identity.service.description
        attributes[Attribute.app] = identity.app
        attributes[Attribute.userID] = identity.userID
        attributes[Attribute.id] = account.id.description
        attributes[Attribute.number] = String(account.number)
        attributes[Attribute.username] = account.username
        attributes[Attribute.description] = account.description
        attributes[Attribute.state] = account.state.rawValue
        attributes[Attribute.ask] = account.ask.rawValue
        self.init(schema: .account, attributes: attributes, label: "\(account.handle) (\(account.service))")
    }
}
