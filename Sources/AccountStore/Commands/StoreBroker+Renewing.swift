public import AccountModel

extension StoreBroker {
    public func renew(_ account: AccountID) async throws(BrokerError) -> Renewal {
        // What a service was asked is written down where that is done.
        try await uses.recording(.renew, nil, as: account, outcome: UseRecorder.nothing) {
            parts throws(BrokerError) in
            let stored = try await storedAccount(account)
            parts.use?.note(stored.account)
            guard try await !desk.visible([stored.account]).isEmpty else {
                throw .noAccess(of: caller.program, to: .account(stored.account), because: nil)
            }
            let remark: String?
            do throws(BrokerError) {
                remark = try await renew(stored, parts)
            } catch {
                return try await Renewal(storedAccount(account).account, error)
            }
            return Renewal(account: try await storedAccount(account).account, outcome: .renewed, remark: remark)
        }
    }

    private func renew(_ stored: StoredAccount, _ parts: StoreParts) async throws(BrokerError) -> String? {
        let credential = try await records.credential(of: stored)
        guard case .bearer(let token) = credential.kind, credential.canBeRenewed else {
            return try await CredentialCheck(parts: parts, account: stored.account, credential: credential).run()
        }
        let occasion: TokenRenewal.Occasion =
            caller.program == .terminal
            ? .ordered(insteadOf: token.accessToken) : .wished(insteadOf: token.accessToken)
        return try await TokenRenewal(parts: parts, id: stored.account.id).run(occasion).remark
    }

    /// Renews the token of an account whose log-in is said to be good no more: that proves nothing, while a service that
    /// refuses to renew it does, and is noted where it is asked.
    ///
    /// - Returns: false where there is nothing to renew it with.
    func renewInstead(ofNoting stored: StoredAccount) async throws(BrokerError) -> Bool {
        let credential = try await records.credential(of: stored)
        guard case .bearer(let token) = credential.kind, credential.canBeRenewed else { return false }
        try await uses.recording(.renew, nil, as: stored.account.id, outcome: UseRecorder.nothing) {
            parts throws(BrokerError) in
            parts.use?.note(stored.account)
            _ = try? await TokenRenewal(parts: parts, id: stored.account.id).run(.wished(insteadOf: token.accessToken))
        }
        return true
    }

    private func storedAccount(_ id: AccountID) async throws(BrokerError) -> StoredAccount {
        try await records.accountsAndSettings().0.account(id)
    }
}

extension Renewal {
    /// What became of a renewal that was not to be. Throws the error where nobody but the keychain had a say in it.
    fileprivate init(_ account: Account, _ error: BrokerError) throws(BrokerError) {
        switch error.code {
        case .locked, .cancelled, .noSuchAccount: throw error
        default:
            self.init(
                account: account, outcome: error.code == .credentialRejected ? .rejected : .failed,
                remark: error.message, nextStep: error.nextStep)
        }
    }
}
