internal import AccountModel
internal import GLibBridge

extension Account {
    /// The keys of `list --json`; what is not known is left out, and so is the usual `ask`.
    var fields: [String: Variant] {
        var fields: [String: Variant] = [
            "number": .uint32(UInt32(clamping: number)),
            "id": .string(id.description),
            "service": .string(service.description),
            "app": .string(app),
            "default": .boolean(isDefault),
            "state": .string(state.rawValue),
        ]
        fields["username"] = username.map { .string($0) }
        fields["user_id"] = userID.map { .string($0) }
        fields["description"] = description.map { .string($0) }
        fields["ask"] = ask == .once ? nil : .string(ask.rawValue)
        return fields
    }

    init(from fields: Fields) throws(MalformedMessage) {
        self.init(
            id: try fields.requiredWord("id", "an account's UUID", AccountID.init),
            number: try fields.required("number", fields.number),
            service: try fields.requiredWord("service", "a service", Service.init),
            app: try fields.required("app", fields.string),
            username: try fields.string("username"),
            userID: try fields.string("user_id"),
            description: try fields.string("description"),
            isDefault: try fields.boolean("default") ?? false,
            state: try fields.word("state", "a state", Account.State.init) ?? .ok,
            ask: try fields.word("ask", "once or always", Account.Ask.init) ?? .once)
    }
}

extension AccountChanges {
    var fields: [String: Variant] {
        var fields: [String: Variant] = [:]
        fields["description"] = description.map { .string($0) }
        fields["default"] = isDefault.map { .boolean($0) }
        fields["ask"] = ask.map { .string($0.rawValue) }
        return fields
    }

    init(from fields: Fields) throws(MalformedMessage) {
        self.init(
            description: try fields.string("description"),
            isDefault: try fields.boolean("default"),
            ask: try fields.word("ask", "once or always", Account.Ask.init))
    }
}

extension ServiceURLs {
    var dictionary: [String: String] {
        var dictionary = ["api": api]
        for known in ServiceURLs.names { dictionary[known.name] = self[keyPath: known.value] }
        return dictionary
    }

    init(from dictionary: [String: String]) throws(MalformedMessage) {
        guard let api = dictionary["api"] else { throw MalformedMessage("'api' is missing") }
        self.init(api: api)
        for known in ServiceURLs.names { self[keyPath: known.value] = dictionary[known.name] }
    }
}
