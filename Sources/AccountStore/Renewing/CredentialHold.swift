import AccountModel
import SecretBytes

/// Work on credentials that are copied or ended, with nothing renewed meanwhile, by this process or another, and what was
/// renewed stored before.
///
/// Else a refresh token would be copied, or ended, that another one is being fetched for: the copy would be of no use, and
/// the other one lost.
struct CredentialHold: Sendable {
    let parts: StoreParts
    let keychain: any Keychain

    /// - Parameters:
    ///   - ids: the accounts; `nil` for all that the keychain has. Those without anything to renew wait for nobody.
    ///   - body: renews nothing.
    func run<Result: Sendable>(
        over ids: Set<AccountID>?, _ body: () async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        // All take them in one order, or two could wait for each other.
        let held = try await renewable(ids).sorted { $0.description < $1.description }
        return try await hold(held[...], body)
    }

    private func hold<Result: Sendable>(
        _ ids: ArraySlice<AccountID>, _ body: () async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        guard let id = ids.first else { return try await body() }
        return try await TokenRenewal(parts: parts, id: id).holding { () async throws(BrokerError) in
            try await hold(ids.dropFirst(), body)
        }
    }

    private func renewable(_ ids: Set<AccountID>?) async throws(BrokerError) -> [AccountID] {
        try await keychain.changing { () async throws(BrokerError) -> [AccountID] in
            let records = try await inStoreTerms { () async throws(KeychainError) in
                try await keychain.records(.account)
            }
            let accounts = records.compactMap(StoredAccount.init).filter { ids?.contains($0.account.id) ?? true }
            var found: [AccountID] = []
            // What cannot be read is not renewed either.
            try await CredentialReading(keychain: keychain).each(of: accounts) { account, credential in
                if credential.canBeRenewed { found.append(account.account.id) }
            }
            return found
        }
    }
}
