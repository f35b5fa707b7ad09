import AccountModel
import OAuth

/// Makes an account's token invalid at its service, before the account is removed.
struct TokenInvalidation: Sendable {
    let parts: StoreParts

    /// Throws what the service said where it did not do it: then the account stays.
    func run(for id: AccountID) async throws(BrokerError) {
        let records = Records(keychain: parts.keychain)
        let stored = try await records.accounts().account(id)
        let account = stored.account
        let credential = try await records.credential(of: stored)
        guard let address = credential.urls.invalidateToken, !address.isEmpty else {
            throw BrokerError(
                .notConfigured, "\(account.service) has no address to make a token invalid at; \(account.label) stays",
                nextStep: withoutRevoke(account))
        }
        if let description = try parts.services.description(of: account.service) {
            try AddressCheck(account: account, credential: credential, description: description).run()
        }
        let call = ServiceCall(parts: parts, proof: credential.proof, service: account.service)
        let answer: ServiceCall.Answer
        do throws(BrokerError) {
            answer = try await call.send("POST", address)
        } catch {
            throw BrokerError(error.code, "\(error.message); \(account.label) stays", nextStep: withoutRevoke(account))
        }
        // A token that is invalid already is what was wanted.
        guard answer.isSuccess || answer.fault.code == TwitterCode.invalidToken else {
            throw BrokerError(
                .serviceRefused,
                "\(account.service) did not make the token of \(account.label) invalid (\(answer.told)); the account stays",
                nextStep: withoutRevoke(account))
        }
    }

    private func withoutRevoke(_ account: Account) -> String {
        "acctstore remove \(account.number)"
    }
}
