internal import AccountModel
internal import GLibBridge

extension ServiceListing {
    var fields: [String: Variant] {
        var fields: [String: Variant] = ["name": .string(name), "origin": .string(origin.rawValue)]
        fields["file"] = file.map { .string($0) }
        fields["choice"] = choice.map { .string($0) }
        fields["apps"] = apps.map { .strings($0) }
        switch abilities {
        case .success(let abilities): fields["abilities"] = .dictionary(abilities.fields)
        case .failure(let error):
            fields["error"] = .string(error.dbusName)
            fields["error_message"] = .string(error.dbusMessage)
        }
        return fields
    }

    init(from fields: Fields) throws(MalformedMessage) {
        let message = try fields.string("error_message") ?? ""
        let abilities: Result<ServiceAbilities, BrokerError>
        if let error = try fields.word("error", "an error", { BrokerError(dbusName: $0, dbusMessage: message) }) {
            abilities = .failure(error)
        } else {
            abilities = .success(try ServiceAbilities(from: try fields.required("abilities", fields.fields)))
        }
        self.init(
            name: try fields.required("name", fields.string),
            origin: try fields.requiredWord("origin", "an origin of a description", Origin.init),
            file: try fields.string("file"), choice: try fields.string("choice"), abilities: abilities,
            apps: try fields.strings("apps"))
    }
}

extension ServiceAbilities {
    var fields: [String: Variant] {
        var fields: [String: Variant] = [
            "profile": .dictionary(profile.fields), "urls": .dictionary(urls.dictionary.mapValues { .string($0) }),
            "protocols": .strings(protocols.map(\.rawValue)), "ways": .strings(ways.map(\.rawValue)),
            "app": .string(appNeed.rawValue), "app_alone": .strings(appProofs.map(\.rawValue)),
            "names_limits": .boolean(namesLimits),
        ]
        if !furtherAddresses.isEmpty {
            fields["further_urls"] = .strings(furtherAddresses.map { "\($0.name.rawValue) \($0.url)" })
        }
        fields["authorize_parameters"] = authorizeParameters.map { .string($0) }
        fields["signature_method"] = signatureMethod.map { .string($0) }
        return fields
    }

    init(from fields: Fields) throws(MalformedMessage) {
        let addresses = try fields.required("urls", fields.fields)
        var urls = ServiceURLs(api: try addresses.required("api", addresses.string))
        for known in ServiceURLs.names { urls[keyPath: known.value] = try addresses.string(known.name) }
        self.init(
            profile: try ServiceProfile(from: try fields.required("profile", fields.fields)), urls: urls,
            furtherAddresses: try NamedAddress.all(in: try fields.strings("further_urls") ?? []),
            authorizeParameters: try fields.string("authorize_parameters"),
            // What a later release knows more is left out.
            protocols: try fields.required("protocols", fields.strings).compactMap(LogInProtocol.init),
            ways: try fields.required("ways", fields.strings).compactMap(Way.init),
            signatureMethod: try fields.string("signature_method"),
            appNeed: try fields.requiredWord("app", "a need of an app", AppNeed.init),
            appProofs: try fields.required("app_alone", fields.strings).compactMap(AppProof.init),
            namesLimits: try fields.required("names_limits", fields.boolean))
    }
}

extension ServiceAbilities.NamedAddress {
    /// Each of a name and a URL with a blank between them; of names that a later release knows more, none.
    fileprivate static func all(in texts: [String]) throws(MalformedMessage) -> [Self] {
        var addresses: [Self] = []
        for text in texts {
            let parts = text.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { throw MalformedMessage("further_urls") }
            if let name = Name(rawValue: String(parts[0])) {
                addresses.append(.init(name: name, url: String(parts[1])))
            }
        }
        return addresses
    }
}
