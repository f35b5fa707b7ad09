import AccountModel
import SecretBytes

/// The way into the keychain.
extension TokenRenewal {
    /// What became of a token that was to be stored.
    private enum Saved: Sendable {
        case stored(Account, AccountCredential, wasOK: Bool)
        /// The account was logged in to anew, or removed, while the service was asked.
        case overtaken(AccountCredential)
    }

    /// Stores a renewed token. One that the keychain does not take is kept in memory, and tried again.
    func save(_ unsaved: UnsavedRenewal) async throws(BrokerError) -> Renewed {
        parts.unsaved.keep(unsaved, of: id)
        let saved: Saved
        do throws(BrokerError) {
            saved = try await parts.keychain.changing { () async throws(BrokerError) in try await write(unsaved) }
        } catch {
            if error.code == .noSuchAccount {
                parts.unsaved.drop(id)
                parts.renewals.remove(id)
                throw error
            }
            let trouble = RenewalTrouble(unsaved.account).unsaved(error)
            parts.notice(trouble.message)
            parts.failed.note(trouble, of: id, sending: nil, at: parts.clock.now())
            saveLater()
            throw trouble
        }
        parts.unsaved.drop(id)
        switch saved {
        case .overtaken(let credential): return Renewed(credential: credential)
        case .stored(let account, let credential, let wasOK):
            if !wasOK { parts.announce(.accounts(account.service)) }
            return Renewed(credential: credential)
        }
    }

    private func write(_ unsaved: UnsavedRenewal) async throws(BrokerError) -> Saved {
        let stored = try await records.accounts().account(id)
        let kept = try await records.credential(of: stored)
        guard kept.isRenewed(by: unsaved.used) else { return .overtaken(kept) }
        let credential = unsaved.credential.keepingOthers(of: kept)
        var account = stored.account
        account.state = .ok
        let record = Record(account, identity: stored.identity, over: stored.stored.attributes)
        try await records.update(stored.stored, to: record, secret: credential.line())
        return .stored(account, credential, wasOK: stored.account.state == .ok)
    }

    private func saveLater() {
        let parts = parts
        parts.unsaved.retry { id in await TokenRenewal(parts: parts, id: id).saveUnasked() }
    }

    /// Tries once to store what is kept, where that asks nobody.
    func saveUnasked() async {
        guard let isLocked = try? await parts.keychain.isLocked(), !isLocked else { return }
        await parts.unsaved.turns.take(id) { () async in
            guard let unsaved = parts.unsaved[id] else { return }
            _ = try? await save(unsaved)
        }
    }
}

/// After a refusal without a reason.
extension TokenRenewal {
    /// Notes that the service accepts a token that was had for one which it refused without a reason. Where that cannot be
    /// noted, the worst is that the next such refusal asks for a log-in.
    func accept(_ token: SharedSecret) async {
        _ = try? await parts.keychain.changing { () async throws(BrokerError) in
            let stored = try await records.accounts().account(id)
            var credential = try await records.credential(of: stored)
            guard case .bearer(var kept) = credential.kind, kept.unproven != nil,
                kept.accessToken.isSame(as: token)
            else { return }
            kept.unproven = nil
            credential.kind = .bearer(kept)
            let record = Record(stored.account, identity: stored.identity, over: stored.stored.attributes)
            try await records.update(stored.stored, to: record, secret: credential.line())
        }
    }
}
