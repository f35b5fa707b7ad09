import AccountModel

/// Looks at the credentials of many accounts: some at a time, since each takes locked pages.
struct CredentialReading: Sendable {
    let keychain: any Keychain

    /// Secrets that are in memory at once.
    static let portion = 64

    /// - Parameter look: is given each that can be read.
    func each(
        of accounts: [StoredAccount], _ look: (StoredAccount, AccountCredential) -> Void
    ) async throws(BrokerError) {
        for start in stride(from: 0, to: accounts.count, by: CredentialReading.portion) {
            let portion = accounts[start..<min(start + CredentialReading.portion, accounts.count)]
            let secrets = try await inStoreTerms { () async throws(KeychainError) in
                try await keychain.secrets(of: portion.map(\.stored.reference))
            }
            for (account, secret) in zip(portion, secrets) {
                if let credential = try? AccountCredential(secret, of: account.secretName) { look(account, credential) }
            }
        }
    }
}
