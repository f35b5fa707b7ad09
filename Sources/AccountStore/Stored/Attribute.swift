/// The names of the attributes that records are kept with. They are an interface: other tools find accounts by them.
enum Attribute {
    static let service = "service"
    static let app = "app"
    static let userID = "user-id"
    static let id = "id"
    static let number = "number"
    static let username = "username"
    static let description = "description"
    static let state = "state"
    static let ask = "ask"

    static let program = "program"
    static let account = "account"
    static let decision = "decision"
    static let permissions = "permissions"
    static let expires = "expires"
    static let created = "created"

    static let `default` = "default"
    static let nextNumber = "next-number"

    /// Kept by the keychain itself, never by us.
    static let schema = "xdg:schema"
}

extension [String: String] {
    /// The value of an attribute; `nil` for an empty one too, since some keyrings cannot keep an attribute out.
    func value(_ name: String) -> String? {
        guard let value = self[name], !value.isEmpty else { return nil }
        return value
    }
}

extension StoredRecord {
    /// Collection and item, for messages.
    var location: String {
        "the collection \"\(place)\" (\(reference))"
    }

    /// What is known of the attributes beside those that the keychain keeps for itself.
    var attributes: [String: String] {
        record.attributes.filter { $0.key != Attribute.schema }
    }
}
