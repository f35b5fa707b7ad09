import AccountModel
import OAuth
import SecretBytes

/// Writes apps.
struct AppBook: Sendable {
    let parts: StoreParts

    private var records: Records { Records(keychain: parts.keychain) }

    /// Throws `invalidArgument` for a name or key that no app can have.
    static func check(_ app: App) throws(BrokerError) {
        guard !app.consumerKey.isEmpty, app.consumerKey.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw BrokerError(
                .invalidArgument, "the consumer key is empty, or has a character that no key has",
                nextStep: NextCommand.setApp(app.name, of: app.service, speaking: app.logInProtocol))
        }
        try checkName(app.name)
        if let callback = app.callback, !callback.isEmpty { try checkCallback(callback) }
    }

    /// Throws where an app, or its secret, is not of a kind that the service has.
    static func check(_ app: App, _ secret: AppSecret, for description: ServiceDescription) throws(BrokerError) {
        let service = description.service
        switch (app.logInProtocol, secret) {
        case (.oauth1, _) where description.urls.accessToken == nil && description.oauth2 != nil:
            throw app.hasNoLogIn(butFor: .oauth2)
        case (.oauth2, _) where description.oauth2 == nil:
            throw app.hasNoLogIn(butFor: .oauth1)
        case (.oauth2, .privateKey):
            throw BrokerError(.invalidArgument, "an app for OAuth 2.0 has no private key")
        case (.oauth1, .none):
            throw BrokerError(.invalidArgument, "only an app for OAuth 2.0 can be public")
        case (.oauth1, .privateKey) where !description.signsWithPrivateKey:
            throw BrokerError(
                .invalidArgument,
                "\(service) is signed for with \(description.signatureMethod), which takes a consumer secret and no key",
                nextStep: NextCommand.setApp(app.name, of: service))
        case (.oauth1, .line) where description.signsWithPrivateKey:
            throw BrokerError(
                .invalidArgument,
                "\(service) is signed for with \(description.signatureMethod), which takes a private key",
                nextStep: NextCommand.setApp(app.name, of: service, hasPrivateKey: true))
        case (_, .line), (_, .privateKey), (_, .none): return
        }
    }

    /// Any URL that a service may send a browser to; whether it can be listened at is seen at the log-in.
    private static func checkCallback(_ callback: String) throws(BrokerError) {
        do throws(RequestURLError) {
            _ = try RequestURL(callback)
        } catch {
            throw BrokerError(
                .invalidArgument, "the callback \(OneLine.visible(callback)) \(error)",
                nextStep: "give it as it is registered with the app, such as http://127.0.0.1:8765/callback")
        }
    }

    /// A name is all that tells one app from another: nothing in it may be unseen.
    static func checkName(_ name: String) throws(BrokerError) {
        let wrong: String
        if let hidden = VisibleText.firstHidden(in: name) {
            wrong = "\(hidden) is not"
        } else if name.isEmpty || name.unicodeScalars.count > 64 {
            wrong = "this one has \(name.unicodeScalars.count)"
        } else {
            return
        }
        throw BrokerError(
            .invalidArgument, "an app's name is one to 64 characters, all of them visible: \(wrong)")
    }

    func save(_ app: App, _ credential: AppCredential) async throws(BrokerError) {
        try await parts.keychain.changing { () async throws(BrokerError) in
            guard let older = try await records.apps().app(app.name, of: app.service) else {
                let record = StoredApp.record(app.name, of: app.service)
                _ = try await records.create(record, secret: credential.line())
                return
            }
            let kept = credential.keepingOthers(of: try await records.credential(of: older))
            let record = StoredApp.record(app.name, of: app.service, over: older.stored.attributes)
            try await records.update(older.stored, to: record, secret: kept.line())
        }
    }

    /// Changes nothing but the callback; an empty one removes it.
    func setCallback(_ callback: String, ofApp name: String, of service: Service) async throws(BrokerError) {
        if !callback.isEmpty { try AppBook.checkCallback(callback) }
        try await parts.keychain.changing { () async throws(BrokerError) in
            guard let app = try await records.apps().app(name, of: service) else {
                throw AppBook.missing(name, of: service)
            }
            var credential = try await records.credential(of: app)
            credential.callback = callback
            let record = StoredApp.record(name, of: service, over: app.stored.attributes)
            try await records.update(app.stored, to: record, secret: credential.line())
        }
    }

    static func missing(_ name: String, of service: Service) -> BrokerError {
        BrokerError(
            .notConfigured, "there is no app \(OneLine.visible(name, length: 64)) of \(service)",
            nextStep: "acctstore app list")
    }

    func remove(_ name: String, of service: Service) async throws(BrokerError) {
        try await parts.keychain.changing { () async throws(BrokerError) in
            guard let app = try await records.apps().app(name, of: service) else {
                throw AppBook.missing(name, of: service)
            }
            try await records.checkRemovable(app.stored, app.secretName)
            try await records.delete(app.stored)
        }
    }
}

extension Records {
    /// The credential of the app to log in with.
    ///
    /// Where no app has the usual name and there is one app only, that one is meant. Throws `notConfigured` where
    /// there is none, or several and the person has to say which.
    ///
    /// - Parameter wanted: what an app would be for that is yet to be kept.
    func app(
        _ name: String, of service: Service, speaking wanted: LogInProtocol = .oauth1
    ) async throws(BrokerError) -> (name: String, AppCredential) {
        let all = try await apps().filter { $0.service == service }
        let meant = try AppName.meant(by: name, of: service, among: Set(all.map(\.name)), speaking: wanted)
        guard let app = try all.app(meant, of: service) else { throw AppBook.missing(meant, of: service) }
        return (meant, try await credential(of: app))
    }
}
