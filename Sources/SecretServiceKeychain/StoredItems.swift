internal import AccountStore

extension Record {
    /// The attributes as the item has them: with the schema.
    var itemAttributes: [String: String] {
        attributes.merging([SecretServiceNames.schemaAttribute: schema.rawValue]) { _, schema in schema }
    }
}

extension StoredRecord {
    /// Nil for an item that has none of our schemas, which is not ours whatever a search may say.
    init?(_ item: Provider.Item, place: String) {
        var attributes = item.attributes
        guard let name = attributes.removeValue(forKey: SecretServiceNames.schemaAttribute),
            let schema = RecordSchema(rawValue: name)
        else { return nil }
        // What a provider could not keep out when it was to go, and what it adds of its own, which it may not take back.
        attributes = attributes.filter {
            !$0.value.isEmpty && !SecretServiceNames.attributesOfKeePassXC.contains($0.key)
        }
        self.init(
            reference: Reference(item.path),
            record: Record(schema: schema, attributes: attributes, label: item.label), place: place)
    }
}
