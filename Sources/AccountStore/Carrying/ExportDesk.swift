import AccountModel
import SecretBytes

/// Makes a bundle of accounts, with their apps, and the remembered answers where they are wanted.
struct ExportDesk: Sendable {
    let parts: StoreParts
    let caller: Caller

    private var records: Records { Records(keychain: parts.keychain) }

    func run(_ request: ExportRequest) async throws(BrokerError) -> ExportedBundle {
        let personsCommands = PersonsCommands(parts: parts, caller: caller)
        try personsCommands.refuseSandbox()
        let bundles = try parts.carrying().bundles
        try await personsCommands.require(
            request.accounts.isEmpty
                ? "export all accounts, with their secrets" : "export accounts, with their secrets")
        // A vault is not closed for want of use while the person thinks of a passphrase.
        return try await parts.keychain.keptOpen { () async throws(BrokerError) in
            if case .asked = request.passphrase {
                try await look(request.accounts, includesGrants: request.includesGrants)
            }
            let passphrase = try await BundlePassphrase(parts: parts, caller: caller).new(request.passphrase)
            return try await bundle(request, by: bundles, passphrase)
        }
    }

    /// Throws what is in the way of an export before its passphrase is known.
    ///
    /// A caller about whom the person has to be asked learns nothing: they are asked once, by the export.
    func check(_ accounts: [AccountSelector], includesGrants: Bool) async throws(BrokerError) {
        _ = try parts.carrying()
        guard try PersonsCommands(parts: parts, caller: caller).unaskedWarrant() != nil else { return }
        try await parts.keychain.keptOpen { () async throws(BrokerError) in
            try await look(accounts, includesGrants: includesGrants)
        }
    }

    /// Reads all that would be sealed, some at a time, and keeps nothing of it.
    private func look(_ accounts: [AccountSelector], includesGrants: Bool) async throws(BrokerError) {
        let chosen = try await choose(accounts, includesGrants: includesGrants)
        let stored = chosen.apps.map(\.stored) + chosen.accounts.map(\.stored) + chosen.grants.map(\.stored)
        for start in stride(from: 0, to: stored.count, by: CredentialReading.portion) {
            _ = try await sealable(Array(stored[start...].prefix(CredentialReading.portion)))
        }
    }

    private func bundle(
        _ request: ExportRequest, by bundles: any BundleSealing, _ passphrase: SharedSecret
    ) async throws(BrokerError) -> ExportedBundle {
        let (chosen, contents) = try await contents(request)
        let sealed = try await apart { () throws(KeychainError) in
            try bundles.seal(contents, passphrase: passphrase)
        }
        do throws(SealedFileError) {
            // No secret, and so not in the memory that may be locked.
            var bytes = SecretBytes(unlocked: sealed.count)
            bytes.append(contentsOf: sealed.span)
            let file = try bytes.sealedFile(named: "acctstore-bundle")
            return ExportedBundle(
                file: Descriptor(owning: file), accounts: chosen.accounts.count, apps: chosen.apps.count,
                grants: chosen.grants.count)
        } catch {
            throw BrokerError(.failed, "the bundle cannot be handed over (error \(error.errno))")
        }
    }

    /// What is wanted as it is now, with its secrets.
    private func contents(_ request: ExportRequest) async throws(BrokerError) -> (Chosen, [NewRecord]) {
        let chosen = try await choose(request.accounts, includesGrants: request.includesGrants)
        var contents = try await sealable(chosen.apps.map(\.stored))
        let hold = CredentialHold(parts: parts, keychain: parts.keychain)
        // Some at a time: each that is held takes an open file.
        for start in stride(from: 0, to: chosen.accounts.count, by: CredentialReading.portion) {
            let ids = chosen.accounts[start...].prefix(CredentialReading.portion).map(\.account.id)
            contents += try await hold.run(over: Set(ids)) { () async throws(BrokerError) in
                // What was renewed, learnt or merged while their turns were waited for is exported as it is by now.
                let accounts = try await records.accounts()
                var stored: [StoredRecord] = []
                for id in ids { stored.append(try accounts.account(id).stored) }
                return try await sealable(stored)
            }
        }
        contents += try await sealable(chosen.grants.map(\.stored))
        return (chosen, contents)
    }

    private struct Chosen: Sendable {
        var accounts: [StoredAccount]
        var apps: [StoredApp]
        var grants: [StoredGrant]
    }

    private func choose(
        _ wanted: [AccountSelector], includesGrants: Bool
    ) async throws(BrokerError) -> Chosen {
        let look = try await records.look(for: [.account, .settings, .grant])
        let choice = AccountChoice(accounts: look.accounts, service: nil, maySee: { _ in true }, viewer: nil)
        var accounts: [StoredAccount] = []
        if wanted.isEmpty {
            accounts = look.accounts.accounts
            for account in accounts { try look.accounts.checkSingle(account) }
        } else {
            for selector in wanted {
                let account = try choice.pick(selector)
                if !accounts.contains(where: { $0.account.id == account.account.id }) { accounts.append(account) }
            }
        }
        guard !accounts.isEmpty else {
            throw BrokerError(.noSuchAccount, "there is no account to export", nextStep: "acctstore add")
        }
        let isAll = wanted.isEmpty
        let (ids, places) = (
            Set(accounts.map(\.account.id)),
            Set(accounts.map { AppPlace(service: $0.identity.service, name: $0.identity.app) })
        )
        let apps = try await records.apps().filter {
            isAll || places.contains(AppPlace(service: $0.service, name: $0.name))
        }
        let now = parts.clock.now()
        let grants = look.grants.filter { stored in
            guard includesGrants, stored.grant.expires.map({ $0 > now }) ?? true else { return false }
            switch stored.grant.scope {
            case .account(let id): return ids.contains(id)
            // An answer for later accounts as well is for those who carry all of them.
            case .service: return isAll
            }
        }
        return Chosen(accounts: accounts, apps: apps, grants: grants)
    }

    private struct AppPlace: Hashable {
        var service: Service
        var name: String
    }

    /// The records with their secrets. Throws `notConfigured` for one that a later release wrote, or that is damaged: half
    /// of what was wanted must not look like all of it. None of the secrets is remembered: nobody uses these accounts now.
    private func sealable(_ stored: [StoredRecord]) async throws(BrokerError) -> [NewRecord] {
        let secrets = try await inStoreTerms { () async throws(KeychainError) in
            try await parts.keychain.unremembered.secrets(of: stored.map(\.reference))
        }
        var sealable: [NewRecord] = []
        for (record, secret) in zip(stored, secrets) {
            let name = RecordName(
                description: "the secret of “\(OneLine.visible(record.record.label))”", place: record.location)
            _ = try SecretLine(secret, texts: [], of: name)
            sealable.append(NewRecord(record.migrated, secret: secret))
        }
        return sealable
    }
}
