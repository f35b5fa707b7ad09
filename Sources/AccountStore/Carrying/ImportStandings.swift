import AccountModel
import FoundationEssentials
import SecretBytes

/// Finds how the things of an import stand to what is kept, so that the person sees it before saying yes.
///
/// It is a forecast: what is stored is compared again then.
struct ImportStandings: Sendable {
    let parts: StoreParts

    private var records: Records { Records(keychain: parts.keychain) }

    /// What is kept, as it was when the file was read.
    private struct Kept: Sendable {
        var accounts: AccountSet
        var apps: [StoredApp]
        var grants: [Grant]
        /// Where accounts of the bundle are kept.
        var places: [AccountID: AccountID] = [:]
    }

    func items(of work: [(ImportWork, ImportItem)]) async throws(BrokerError) -> [ImportItem] {
        var kept = Kept(
            accounts: try await records.accounts(), apps: try await records.apps(),
            grants: try await records.grants().map(\.grant))
        var items: [ImportItem] = []
        for (work, item) in work {
            var item = item
            switch work {
            case .app(let name, let service, let credential):
                item.standing = await standing(of: name, service, credential, among: kept)
            case .tokens(let tokens): await mark(&item, tokens, among: kept)
            case .account(let account, let identity, let credential):
                let older = try? kept.accounts.account(identity)
                kept.places[account.id] = older?.account.id
                item.standing = await standing(of: credential, over: older)
                if older == nil {
                    item.note = kept.accounts.accounts.first {
                        $0.identity.service == identity.service && $0.identity.userID == identity.userID
                    }.map(Self.second)
                }
            case .grant(let grant): item.standing = standing(of: grant, among: kept)
            }
            items.append(item)
        }
        return items
    }

    private func standing(
        of name: String, _ service: Service, _ credential: AppCredential, among kept: Kept
    ) async -> ImportItem.Standing {
        guard let older = kept.apps.first(where: { $0.name == name && $0.service == service }) else { return .new }
        // One that is damaged is the same as no other, here and below.
        if let own = try? await records.credential(of: older), own.isSame(as: credential) { return .kept }
        return .replacing("yours of that name, which has another key or secret")
    }

    private func standing(of credential: AccountCredential, over older: StoredAccount?) async -> ImportItem.Standing {
        guard let older else { return .new }
        if let own = try? await records.credential(of: older), own.hasSameTokens(as: credential) { return .kept }
        return Self.replacing(older)
    }

    private func standing(of carried: Grant, among kept: Kept) -> ImportItem.Standing {
        var grant = carried
        if case .account(let id) = carried.scope, let place = kept.places[id] { grant.scope = .account(place) }
        return grant.standing(among: kept.grants, at: parts.clock.now())
    }

    /// Of these the service is asked whose they are, which may be somebody else than the file says.
    private func mark(_ item: inout ImportItem, _ tokens: ForeignTokens, among kept: Kept) async {
        let name = tokens.username.flatMap(PersonName.name)?.lowercased()
        var (same, named): ([StoredAccount], [StoredAccount]) = ([], [])
        for account in kept.accounts.accounts where account.identity.service == tokens.service {
            if let own = try? await records.credential(of: account), tokens.token.isSame(as: own) {
                same.append(account)
            } else if let name, account.account.username?.lowercased() == name {
                named.append(account)
            }
        }
        let isOfApp = { (account: StoredAccount) in account.identity.app == tokens.appName }
        if same.contains(where: isOfApp) {
            item.standing = .kept
        } else if let older = named.first(where: isOfApp) {
            item.standing = Self.replacing(older)
        } else if let other = same.first ?? named.first {
            item.standing = .new
            item.note = [Self.second(other), item.note].compactMap(\.self).joined(separator: "; ")
        } else if name != nil {
            item.standing = .new
        }
    }

    private static func replacing(_ older: StoredAccount) -> ImportItem.Standing {
        .replacing("the tokens of \(older.account.label)")
    }

    private static func second(_ other: StoredAccount) -> String {
        "a second account beside \(other.account.label), which is of the app \(OneLine.visible(other.identity.app, length: 64))"
    }
}

extension Grant {
    /// How it stands to the answers that are remembered.
    func standing(among grants: [Grant], at now: Date) -> ImportItem.Standing {
        let ofProgram = grants.filter { $0.program == program && $0.service == service && !$0.hasEnded(at: now) }
        let kept = ofProgram.filter { $0.scope == scope }
        if kept.contains(where: { $0.decision == decision && $0.permissions == permissions }) { return .kept }
        // The other answer is the one to know of.
        if let older = kept.first(where: { $0.decision != decision }) ?? kept.first {
            return .replacing("your \(older.decision.rawValue) \(older.permissions)")
        }
        // An answer about one account beats one about the service.
        let wider = ofProgram.first {
            $0.scope == .service && $0.decision == .deny && !$0.permissions.isDisjoint(with: permissions)
        }
        guard decision == .allow, let wider else { return .new }
        return .replacing("your deny \(wider.permissions) for \(service):*")
    }
}

extension ForeignAccount.Token {
    fileprivate func isSame(as own: AccountCredential) -> Bool {
        switch (self, own.kind) {
        case (.signing(let token, let secret), .signing(let keys)):
            token.isSame(as: keys.token) && secret.isSame(as: keys.tokenSecret)
        case (.bearer(let access, _, _), .bearer(let token)): access.isSame(as: token.accessToken)
        default: false
        }
    }
}
