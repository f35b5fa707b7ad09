import AccountModel
import OAuth

/// Asks a service whether it still accepts an account's token, where there is nothing to renew.
struct CredentialCheck {
    let parts: StoreParts
    let account: Account
    let credential: AccountCredential

    /// What there is to know where it does.
    ///
    /// Throws `credentialRejected` where it does not, and why it could not be asked.
    func run() async throws(BrokerError) -> String {
        let description = try parts.describe(account.service)
        try AddressCheck(account: account, credential: credential, description: description).run()
        guard let question = description.identityQuestion else {
            throw BrokerError(
                .notConfigured, "\(account.service) cannot be asked whether it accepts the log-in of \(account.label)")
        }
        // A description that was edited leads no token elsewhere.
        try RequestRules.check(
            try RequestRules.url(question.url), within: credential.urls, of: account.service, description,
            elsewhere: "does not belong to \(account.label), whose requests go to")
        do throws(BrokerError) {
            try await ask(question)
        } catch {
            await parts.recordRenewal(of: account, at: question.url, .failed(error.code))
            throw error
        }
        await parts.recordRenewal(of: account, at: question.url, .given)
        if account.state != .ok { try await AccountBook(parts: parts).setState(.ok, of: account.id) }
        return "there is nothing to renew: \(account.service) accepts the token of \(account.label)"
    }

    private func ask(_ question: IdentityQuestion) async throws(BrokerError) {
        let call = ServiceCall(parts: parts, proof: credential.proof, service: account.service)
        let answer = try await call.send(question.method, question.url)
        guard answer.isSuccess else { throw try await refusal(answer) }
    }

    private func refusal(_ answer: ServiceCall.Answer) async throws(BrokerError) -> BrokerError {
        let message = "\(account.service) does not accept the log-in of \(account.label) (\(answer.told))"
        guard answer.status == 401 else {
            let isTemporary = answer.refusalCode == .tryLater || answer.status >= 500
            return BrokerError(isTemporary ? .tryLater : .serviceRefused, message)
        }
        if answer.code == TwitterCode.invalidToken {
            try await AccountBook(parts: parts).setState(.needsLogin, of: account.id)
        }
        return BrokerError(.credentialRejected, message, nextStep: NextCommand.logIn(again: account))
    }
}
