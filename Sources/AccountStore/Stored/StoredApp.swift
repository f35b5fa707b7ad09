import AccountModel

/// An app as it lies in the keychain.
struct StoredApp: Sendable {
    var stored: StoredRecord
    var service: Service
    var name: String

    /// `nil` for a record that lacks what an app must have.
    init?(_ stored: StoredRecord) {
        let attributes = stored.record.attributes
        guard let service = attributes.value(Attribute.service).flatMap(Service.init),
            let name = attributes.value(Attribute.app)
        else { return nil }
        self.stored = stored
        self.service = service
        self.name = name
    }

    var secretName: RecordName {
        RecordName(description: "the secret of the app \(name) (\(service))", place: stored.location)
    }

    static func record(_ name: String, of service: Service, over older: [String: String] = [:]) -> Record {
        var attributes = older
        attributes[Attribute.service] = service.description
        attributes[Attribute.app] = name
        return Record(schema: .app, attributes: attributes, label: "\(name), app (\(service))")
    }
}

extension [StoredApp] {
    /// The app with that name. Throws `notConfigured` where two records have it.
    func app(_ name: String, of service: Service) throws(BrokerError) -> StoredApp? {
        let found = filter { $0.name == name && $0.service == service }
        guard found.count > 1 else { return found.first }
        throw KeptTwice("the app \(name) (\(service))", found.map(\.stored)).error
    }
}
