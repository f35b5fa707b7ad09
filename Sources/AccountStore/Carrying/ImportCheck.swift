import AccountModel

/// Reads back what an import has stored.
struct ImportCheck: Sendable {
    let parts: StoreParts

    private var records: Records { Records(keychain: parts.keychain) }

    /// Throws `failed` where one thing did not come back as it was written.
    func run(_ stored: [StoredImport]) async throws(BrokerError) {
        guard !stored.isEmpty else { return }
        // Inside a change nothing is remembered: all of it comes from the keychain.
        try await parts.keychain.changing { () async throws(BrokerError) in
            let accounts = try await records.accounts()
            let apps = try await records.apps()
            let grants = try await records.grants().map(\.grant)
            for each in stored { try await check(each, accounts, apps, grants) }
        }
    }

    private func check(
        _ stored: StoredImport, _ accounts: AccountSet, _ apps: [StoredApp], _ grants: [Grant]
    ) async throws(BrokerError) {
        switch stored {
        case .account(let id, let credential, let older):
            let found = try accounts.account(id)
            guard try await records.credential(of: found).isLater(than: credential, not: older) else {
                throw ImportCheck.differs(found.account.label)
            }
        case .renewed(let id):
            _ = try await records.credential(of: try accounts.account(id))
        case .app(let name, let service, let credential):
            guard let found = try apps.app(name, of: service),
                try await records.credential(of: found).isSame(as: credential)
            else { throw ImportCheck.differs("the app \(name) (\(service))") }
        case .grant(let grant):
            let isThere = grants.contains {
                $0.program == grant.program && $0.scope == grant.scope && $0.decision == grant.decision
            }
            guard isThere else { throw ImportCheck.differs("the grant for \(grant.program.onOneLine)") }
        }
    }

    private static func differs(_ what: String) -> BrokerError {
        BrokerError(.failed, "\(what) did not come back from the keychain as it was written")
    }
}

extension AccountCredential {
    /// Whether it is what was stored, or what that may have been renewed to since, by whoever uses the account.
    ///
    /// - Parameter older: what stood in its place before; whatever else may have happened, that is not it.
    fileprivate func isLater(than stored: AccountCredential, not older: AccountCredential?) -> Bool {
        if hasSameTokens(as: stored) { return true }
        return stored.canBeRenewed && canBeRenewed && older.map(hasSameTokens) != true
    }
}
