import AccountModel
import SecretBytes

/// What is kept when a file is looked at, so that the person sees how the things in it stand to that.
///
/// It is a forecast: what is stored is compared again then.
struct KeptThings: Sendable {
    struct KeptApp: Sendable {
        var service: Service
        var name: String
        /// `nil` for one that is damaged: it keeps its name, and is the same as no other.
        var credential: AppCredential?
    }

    private(set) var accounts = AccountSet([], default: nil)
    private(set) var apps: [KeptApp] = []
    private(set) var grants: [Grant] = []

    /// A vault that was not made yet keeps nothing, and is not made for a look.
    init(of parts: StoreParts) async throws(BrokerError) {
        if try await parts.isVaultUnmade() { return }
        let records = Records(keychain: parts.keychain)
        accounts = try await records.accounts()
        let stored = try await records.apps()
        let secrets = try await inStoreTerms { () async throws(KeychainError) in
            try await parts.keychain.unremembered.secrets(of: stored.map(\.stored.reference))
        }
        apps = zip(stored, secrets).map { app, secret in
            let credential = try? AppCredential(secret, of: app.secretName)
            return KeptApp(service: app.service, name: app.name, credential: credential)
        }
        grants = try await records.grants().map(\.grant)
    }

    /// The app of that name; `nil` where there is none.
    func app(_ name: String, of service: Service) -> KeptApp? {
        apps.first { $0.name == name && $0.service == service }
    }
}

extension StoreParts {
    /// Whether the keychain in use is a vault that is still to be made.
    func isVaultUnmade() async throws(BrokerError) -> Bool {
        guard let vault = keychain.passphrase else { return false }
        return try await inStoreTerms { () async throws(KeychainError) in try await vault.passphraseState() == .absent }
    }
}
