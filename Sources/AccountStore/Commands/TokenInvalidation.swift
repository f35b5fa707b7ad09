import AccountModel
import OAuth
import SecretBytes

/// Makes an account's token invalid at its service, before the account is removed.
struct TokenInvalidation: Sendable {
    let parts: StoreParts

    /// Throws what the service said where it did not do it: then the account stays.
    func run(for id: AccountID) async throws(BrokerError) {
        let records = Records(keychain: parts.keychain)
        let stored = try await records.accounts().account(id)
        let account = stored.account
        let credential = try await records.credential(of: stored)
        let description = try parts.services.description(of: account.service)
        if let description {
            try AddressCheck(account: account, credential: credential, description: description).run()
        }
        switch credential.kind {
        case .signing(let keys): try await invalidate(keys, credential.urls.invalidateToken, account)
        case .bearer(let token):
            guard let client = token.client(description) else {
                throw stays(
                    account, .notConfigured, "it is not known to which app the token of \(account.label) was given")
            }
            try await revoke(token, at: address(credential.urls.revoke, account), client, account)
        }
    }

    /// Twitter's own way for tokens of OAuth 1.0a.
    private func invalidate(_ keys: SigningKeys, _ address: String?, _ account: Account) async throws(BrokerError) {
        let address = try self.address(address, account)
        let call = ServiceCall(
            parts: parts, proof: .signature(RequestSigning.ConsumerCredential(keys)), service: account.service)
        let answer = try await send(call, address, [], account)
        // A token that is invalid already is what was wanted.
        guard answer.isSuccess || answer.fault.code == TwitterCode.invalidToken else {
            throw refused(answer.told, answer.refusalCode, account)
        }
    }

    /// RFC 7009: first what could fetch new tokens. A token that the service does not know is invalid, and answered with
    /// success.
    private func revoke(
        _ token: BearerToken, at address: String, _ client: OAuth2Client, _ account: Account
    ) async throws(BrokerError) {
        let call = ServiceCall(parts: parts, proof: client.proof, service: account.service)
        let tokens = [("refresh_token", token.refreshToken), ("access_token", token.accessToken)]
        var isHalfDone = false
        for (kind, secret) in tokens {
            guard let secret else { continue }
            let form = [RequestParameter("token", secret: secret), RequestParameter("token_type_hint", kind)]
            do throws(BrokerError) {
                let answer = try await send(call, address, form + client.parameters, account)
                if !answer.isSuccess { try check(OAuth2Refusal(answer), isHalfDone: isHalfDone, account) }
            } catch {
                guard isHalfDone else { throw error }
                throw await halfDone(error, account)
            }
            isHalfDone = kind == "refresh_token"
        }
    }

    private func check(_ refusal: OAuth2Refusal, isHalfDone: Bool, _ account: Account) throws(BrokerError) {
        // Services that take back refresh tokens alone end what was given for them with it.
        if refusal.kind == "unsupported_token_type", isHalfDone { return }
        throw refused("\(refusal.told)\(refusal.wait)", refusal.isTemporary ? .tryLater : .serviceRefused, account)
    }

    /// What renews the token is gone, so that only a log-in can follow; the token itself is good until it ends.
    private func halfDone(_ error: BrokerError, _ account: Account) async -> BrokerError {
        try? await AccountBook(parts: parts).setState(.needsLogin, of: account.id)
        return BrokerError(
            error.code,
            "only what renews the token of \(account.label) is known to be invalid now: \(error.message)",
            nextStep: removal(of: account, after: error.code))
    }

    private func send(
        _ call: ServiceCall, _ address: String, _ form: [RequestParameter], _ account: Account
    ) async throws(BrokerError) -> ServiceCall.Answer {
        do throws(BrokerError) {
            return try await call.send("POST", address, form: form)
        } catch {
            throw stays(account, error.code, error.message)
        }
    }

    private func address(_ address: String?, _ account: Account) throws(BrokerError) -> String {
        guard let address, !address.isEmpty else {
            throw stays(account, .notConfigured, "\(account.service) has no address to make a token invalid at")
        }
        return address
    }

    private func refused(_ told: String, _ code: BrokerError.Code, _ account: Account) -> BrokerError {
        BrokerError(
            code,
            "\(account.service) did not make the token of \(account.label) invalid (\(told)); the account stays",
            nextStep: removal(of: account, after: code))
    }

    private func stays(_ account: Account, _ code: BrokerError.Code, _ message: String) -> BrokerError {
        BrokerError(code, "\(message); \(account.label) stays", nextStep: removal(of: account, after: code))
    }

    /// What failed for now is tried again: a removal alone would leave a token behind that is good and that nobody has.
    private func removal(of account: Account, after code: BrokerError.Code) -> String {
        let mayRepeat = [.tryLater, .unavailable, .outcomeUnknown].contains(code)
        return "acctstore remove \(account.number)" + (mayRepeat ? " --revoke" : "")
    }
}
