import AccountModel
import OAuth

/// Signs what a program wants to send as an account.
struct AccountRequests: Sendable {
    let parts: StoreParts
    let caller: Caller

    private var records: Records { Records(keychain: parts.keychain) }

    func sign(_ unsigned: UnsignedRequest, as id: AccountID) async throws(BrokerError) -> SignedRequest {
        let look = try await look()
        return try await sign(unsigned, as: try look.accounts.account(id), in: look)
    }

    /// - Parameter look: of this very request: the account, and what decides on access to it.
    func sign(
        _ unsigned: UnsignedRequest, as stored: StoredAccount, in look: RecordLook
    ) async throws(BrokerError) -> SignedRequest {
        try RequestRules.check(unsigned)
        let url = try RequestRules.url(unsigned.url)
        let form = try RequestForm(unsigned, url: url, hasBody: false)
        let (account, credential) = try await usable(stored, in: look, for: unsigned.method, url)
        guard case .signing(let keys) = credential.kind, credential.methodThatGivesItAway == nil else {
            throw AccountRequests.notSignable(account, credential, unsigned)
        }
        let consumer = RequestSigning.ConsumerCredential(keys)
        let trace = TraceWriter(parts.trace, masking: consumer.secrets)
        let signature = try RequestSigning(
            clock: parts.clock, credential: consumer, offset: parts.clocks.offset(for: form.request.url)
        ).signature(for: form.request, tracing: trace)
        trace.sent(form, authorization: signature.shownHeader)
        return SignedRequest(
            method: unsigned.method, url: form.request.url.text, headers: form.headers + [signature.header],
            body: form.body)
    }

    private static func notSignable(
        _ account: Account, _ credential: AccountCredential, _ request: UnsignedRequest
    ) -> BrokerError {
        let url = ShellWord.quoted(OneLine.visible(request.url, length: 4096))
        return BrokerError(
            .notSignable,
            "\(account.label) goes by \(credential.methodThatGivesItAway ?? "a secret"), where the header is the secret "
                + "itself; it can only be used for requests that acctstore sends",
            nextStep: "acctstore request -a \(account.number) \(request.method) \(url)")
    }

    /// The credential to send a request with, once the caller may use the account and the URL is one of its own.
    func sending(
        _ method: String, _ url: RequestURL, as id: AccountID
    ) async throws(BrokerError) -> SendingCredential {
        let look = try await look()
        let stored = try look.accounts.account(id)
        let (account, credential) = try await usable(stored, in: look, for: method, url)
        let renewal = TokenRenewal(parts: parts, id: account.id)
        let current = try await renewal.current(credential, of: account)
        let mayBeRenewed = current.canBeRenewed && account.state == .ok
        return SendingCredential(
            service: account.service, words: "the request as \(account.label)", proof: current.proof,
            renewal: mayBeRenewed ? renewal : nil, isUnproven: current.isUnproven,
            hold: mayBeRenewed ? parts.keychain.passphrase?.hold() : nil)
    }

    private var desk: AccessDesk { AccessDesk(parts: parts, caller: caller) }

    private func look() async throws(BrokerError) -> RecordLook {
        try await records.look(for: desk.schemas.union([.account]))
    }

    /// The account and its credential, once the caller may use it and the URL is one of its own.
    private func usable(
        _ found: StoredAccount, in look: RecordLook, for method: String, _ url: RequestURL
    ) async throws(BrokerError) -> (Account, AccountCredential) {
        var stored = found
        parts.use?.note(found.account)
        let subject = AccessSubject.account(stored.account)
        switch try await desk.knowing(look).decide(Permissions(method: method), subject) {
        case .allowed: break
        case .allowedAfterWaiting:
            // By now another account may lie where this one lay.
            stored = try await records.accounts().account(found.account.id)
        case .denied(let denial): throw .denied(denial, to: caller.program, subject)
        case .unanswered: throw .unanswered(for: caller.program, subject)
        }
        let credential = try await records.credential(of: stored)
        let description = try parts.services.description(of: stored.account.service)
        if let description {
            try AddressCheck(account: stored.account, credential: credential, description: description).run()
        }
        try RequestRules.check(
            url, within: credential.urls, of: stored.account.service, description,
            elsewhere: "does not belong to \(stored.account.label), whose requests go to")
        return (stored.account, credential)
    }
}
