import AccountModel
import OAuth

/// Sends what a program wants to send: as an account, as an app alone, or as nobody.
struct RequestDispatch: Sendable {
    let parts: StoreParts
    let caller: Caller

    func perform(
        _ unsigned: UnsignedRequest, body: Body?, as sender: RequestSender
    ) async throws(BrokerError) -> Response {
        try RequestRules.check(unsigned)
        let url = try RequestRules.url(unsigned.url)
        let outgoing = try await OutgoingBody(body, of: unsigned)
        let form = try RequestForm(unsigned, url: url, hasBody: body != nil, formBody: outgoing.fields)
        let sending = try await sending(unsigned.method, url, as: sender)
        return try await RequestExchange(
            parts: parts, sending: sending, method: unsigned.method, form: form,
            content: form.body.map { .bytes($0) } ?? outgoing.content
        ).run()
    }

    private func sending(
        _ method: String, _ url: RequestURL, as sender: RequestSender
    ) async throws(BrokerError) -> SendingCredential {
        switch sender {
        case .account(let id):
            return try await AccountRequests(parts: parts, caller: caller).sending(method, url, as: id)
        case .app(let name, let service):
            return try await AppRequests(parts: parts, caller: caller).sending(method, url, as: name, of: service)
        case .nobody:
            // A sandbox may be without a network, and what it sends unsigned would need no answer of the person's.
            try PersonsCommands(parts: parts, caller: caller).refuseSandbox()
            let service = try await parts.services(of: url)[0].service
            parts.use?.note(service)
            return SendingCredential(service: service, words: "the unsigned request", proof: .none)
        }
    }
}

/// What a request is sent with.
struct SendingCredential: Sendable {
    var service: Service
    /// What messages call the request: `the request as @alice (2, twitter)`.
    var words: String
    var proof: RequestProof
    /// Has another token for one that the service refuses; `nil` where there is no such thing.
    var renewal: (any TokenReplacing)?
    /// Whether it is worth noting when the service accepts the token.
    var isUnproven = false
    /// Has the vault stay open until a refusal is answered by another token, for which it is written to: what is sent
    /// could not be read anew.
    var hold: KeychainHold?
}
