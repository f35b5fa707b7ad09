import AccountModel
import FoundationEssentials
import SecretBytes

/// Finds how the things of an import stand to what is kept.
struct ImportStandings: Sendable {
    let parts: StoreParts
    let kept: KeptThings

    private typealias Same = [Int: [AccountID]]

    func items(of work: [(ImportWork, ImportItem)]) async throws(BrokerError) -> [ImportItem] {
        let same = try await accountsWithTokens(of: work.map(\.0))
        // Where accounts of the bundle are kept.
        var places: [AccountID: AccountID] = [:]
        var items: [ImportItem] = []
        for (place, (work, item)) in work.enumerated() {
            var item = item
            switch work {
            case .app(let name, let service, let credential):
                item.standing = standing(of: name, service, credential)
            case .tokens(let tokens): mark(&item, tokens, same: same[place] ?? [])
            case .account(let account, let identity, _):
                let older = try? kept.accounts.account(identity)
                places[account.id] = older?.account.id
                item.standing =
                    older.map { older in
                        same[place]?.contains(older.account.id) == true ? .kept : Self.replacing(older)
                    } ?? .new
                if older == nil {
                    item.note = kept.accounts.accounts.first {
                        $0.identity.service == identity.service && $0.identity.userID == identity.userID
                    }.map(Self.second)
                }
            case .grant(let grant): item.standing = standing(of: grant, places)
            }
            items.append(item)
        }
        return items
    }

    /// The accounts that have the tokens of the work, by its places.
    ///
    /// Each secret is read once, some at a time, and none is remembered: nobody uses these accounts now.
    private func accountsWithTokens(of work: [ImportWork]) async throws(BrokerError) -> Same {
        let services = Set(work.compactMap(\.service))
        let accounts = kept.accounts.accounts.filter { services.contains($0.identity.service) }
        var same: Same = [:]
        try await CredentialReading(keychain: parts.keychain.unremembered).each(of: accounts) { account, own in
            for (place, work) in work.enumerated() where work.hasTokens(of: own, account) {
                same[place, default: []].append(account.account.id)
            }
        }
        return same
    }

    private func standing(
        of name: String, _ service: Service, _ credential: AppCredential
    ) -> ImportItem.Standing {
        guard let older = kept.app(name, of: service) else { return .new }
        if let own = older.credential, own.isSame(as: credential) { return .kept }
        return .replacing("yours of that name, which has another key or secret")
    }

    private func standing(of carried: Grant, _ places: [AccountID: AccountID]) -> ImportItem.Standing {
        var grant = carried
        if case .account(let id) = carried.scope, let place = places[id] { grant.scope = .account(place) }
        return grant.standing(among: kept.grants, at: parts.clock.now())
    }

    /// Of these the service is asked whose they are, which may be somebody else than the file says.
    private func mark(_ item: inout ImportItem, _ tokens: ForeignTokens, same ids: [AccountID]) {
        let name = tokens.username.flatMap(PersonName.name)?.lowercased()
        let ofService = kept.accounts.accounts.filter { $0.identity.service == tokens.service }
        let same = ofService.filter { ids.contains($0.account.id) }
        let named = ofService.filter {
            name != nil && !ids.contains($0.account.id) && $0.account.username?.lowercased() == name
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

extension ImportWork {
    /// Where the tokens are for; `nil` for what has none.
    fileprivate var service: Service? {
        switch self {
        case .tokens(let tokens): tokens.service
        case .account(_, let identity, _): identity.service
        case .app, .grant: nil
        }
    }

    /// Whether an account has these tokens.
    fileprivate func hasTokens(of own: AccountCredential, _ account: StoredAccount) -> Bool {
        switch self {
        case .tokens(let tokens): tokens.service == account.identity.service && tokens.token.isSame(as: own)
        case .account(_, let identity, let credential):
            identity == account.identity && own.hasSameTokens(as: credential)
        case .app, .grant: false
        }
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
