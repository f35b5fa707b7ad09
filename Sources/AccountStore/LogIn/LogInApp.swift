import AccountModel
import SecretBytes

/// The app that a log-in goes by: one that is kept, the one that every server of its kind knows, or one that is registered
/// for it now.
struct LogInApp: Sendable {
    let parts: StoreParts
    let description: ServiceDescription

    private var records: Records { Records(keychain: parts.keychain) }

    /// An app with the name that it is kept by.
    struct Settled: Sendable {
        var name: String
        var credential: AppCredential
        /// What the person should know was done for it: one line.
        var remark: String?
    }

    /// Throws `notConfigured` where there is none, and what a registration throws.
    func settle(_ name: String) async throws(BrokerError) -> Settled {
        guard name == App.defaultName, try await hasNone else { return try await kept(name) }
        if description.takesAnonymousApp { return Settled(name: name, credential: .anonymous) }
        guard let address = description.oauth2?.registration else { return try await kept(name) }
        return try await AppRegistration(parts: parts, description: description).run(name, at: address)
    }

    /// The same without registering anything.
    func known(_ name: String) async throws(BrokerError) -> Settled {
        if name == App.defaultName, description.takesAnonymousApp, try await hasNone {
            return Settled(name: name, credential: .anonymous)
        }
        return try await kept(name)
    }

    private var hasNone: Bool {
        get async throws(BrokerError) {
            let service = description.service
            return try await !records.apps().contains { $0.service == service }
        }
    }

    private func kept(_ name: String) async throws(BrokerError) -> Settled {
        let (name, credential) = try await records.app(
            name, of: description.service, speaking: description.usualProtocol)
        return Settled(name: name, credential: credential)
    }
}

extension AppCredential {
    /// The app of GNU social for whoever has none: nothing about it is secret.
    fileprivate static var anonymous: AppCredential {
        AppCredential(consumerKey: "anonymous", consumerSecret: SharedSecret(SecretBytes(copying: "anonymous".utf8)))
    }
}
