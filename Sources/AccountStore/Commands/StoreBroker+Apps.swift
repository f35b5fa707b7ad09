public import AccountModel

extension StoreBroker {
    public func apps() async throws(BrokerError) -> [App] {
        try await personsCommands.require("see the apps")
        let stored = try await records.apps().sorted {
            ($0.service.description, $0.name) < ($1.service.description, $1.name)
        }
        let references = stored.map(\.stored.reference)
        guard !references.isEmpty else { return [] }
        let secrets = try await inStoreTerms { () async throws(KeychainError) in
            try await parts.keychain.secrets(of: references)
        }
        // An app whose secret is damaged hides no other; using it says what is wrong with it.
        return zip(stored, secrets).compactMap { app, secret in
            (try? AppCredential(secret, of: app.secretName)).map {
                App(
                    service: app.service, name: app.name, consumerKey: $0.consumerKey,
                    logInProtocol: $0.logInProtocol, callback: $0.callback)
            }
        }
    }

    public func setApp(_ app: App, secret: AppSecret) async throws(BrokerError) {
        try personsCommands.refuseSandbox()
        try AppBook.check(app)
        let description = try parts.describe(app.service)
        try AppBook.check(app, secret, for: description)
        try await personsCommands.require("set the app \(app.name) (\(description.service))")
        try await parts.openWherePassphrase()
        let credential = AppCredential(
            consumerKey: app.consumerKey,
            consumerSecret: try await AppSecretInput(caller: caller, app: app).read(secret),
            logInProtocol: app.logInProtocol, callback: app.callback)
        try await AppBook(parts: parts).save(app, credential)
    }

    public func setCallback(
        _ callback: String, ofApp name: String, of service: Service
    ) async throws(BrokerError) {
        try await personsCommands.require("set the callback of the app \(name) (\(service))")
        try await AppBook(parts: parts).setCallback(callback, ofApp: name, of: service)
    }

    public func removeApp(_ name: String, of service: Service) async throws(BrokerError) {
        try await personsCommands.require("remove the app \(name) (\(service))")
        try await AppBook(parts: parts).remove(name, of: service)
    }
}
