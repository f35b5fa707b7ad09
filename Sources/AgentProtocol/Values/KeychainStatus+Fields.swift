internal import AccountModel
internal import GLibBridge

extension KeychainStatus {
    var fields: [String: Variant] {
        var fields: [String: Variant] = ["keychain": .string(kind), "state": .string(state.rawValue)]
        fields["provider"] = provider.map { .string($0) }
        fields["collection"] = collection.map { .string($0) }
        fields["path"] = path.map { .string($0) }
        return fields
    }

    init(from fields: Fields) throws(MalformedMessage) {
        self.init(
            kind: try fields.required("keychain", fields.string), provider: try fields.string("provider"),
            collection: try fields.string("collection"), path: try fields.string("path"),
            state: try fields.requiredWord("state", "a state of a keychain", KeychainStatus.State.init))
    }
}
