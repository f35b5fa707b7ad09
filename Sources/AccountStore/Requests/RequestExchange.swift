import AccountModel
import OAuth
import SecretBytes

/// One request of a program's with its answer: signed, sent, and traced where that was asked for; and sent once more with
/// another token, where the service does not accept the first, and so did nothing.
struct RequestExchange: Sendable {
    let parts: StoreParts
    var sending: SendingCredential
    let method: String
    let form: RequestForm
    let content: TransportRequest.Content
    /// What was sent before it, and is not to be seen either.
    private var earlierSecrets: [SharedSecret] = []

    init(
        parts: StoreParts, sending: SendingCredential, method: String, form: RequestForm,
        content: TransportRequest.Content
    ) {
        self.parts = parts
        self.sending = sending
        self.method = method
        self.form = form
        self.content = content
    }

    private var secrets: [SharedSecret] { sending.proof.secrets + earlierSecrets }

    func run() async throws(BrokerError) -> Response {
        defer { withExtendedLifetime(sending.hold) {} }
        let answer = try await exchange()
        guard case .bearer(let token) = sending.proof, let renewal = sending.renewal else { return answer.response }
        guard let refusal = answer.tokenRefusal else {
            if sending.isUnproven, answer.status != 401 { await renewal.accept(token) }
            return answer.response
        }
        guard let newer = try await renewal.replacement(for: token, refused: refusal) else { return answer.response }
        if case .stream = content {
            throw BrokerError(
                .tryLater,
                "\(sending.words) was refused with its token, and nothing was done; the token is renewed now, but what "
                    + "was sent could be read only once",
                nextStep: "send it again")
        }
        var again = self
        again.earlierSecrets = secrets
        again.sending.proof = .bearer(newer.token)
        let second = try await again.exchange()
        if newer.isUnproven, second.status != 401 { await renewal.accept(newer.token) }
        return second.response
    }

    private func exchange() async throws(BrokerError) -> Answer {
        let clocks = parts.clocks
        return try await clocks.inTime(for: form.request.url, by: parts.clock, isRepeatable: isRepeatable) {
            (offset) async throws(BrokerError) in
            try await send(offset: offset)
        }
    }

    private struct Answer: DatedAnswer {
        var response: Response
        var code: Int?
        var tokenRefusal: TokenRefusal?
        var status: Int { response.status }
        var headers: [HeaderField] { response.headers }
    }

    /// A stream is gone once it was sent; without a signature there is no time to be wrong.
    private var isRepeatable: Bool {
        if case .stream = content { return false }
        return sending.proof.isTimed
    }

    private func send(offset: Double) async throws(BrokerError) -> Answer {
        let trace = TraceWriter(parts.trace, masking: secrets)
        var request = TransportRequest(
            method: method, url: form.request.url.text, headers: form.headers, content: content,
            timeout: try parts.settings().timeout,
            mayUseOwnAuthorities: try parts.isDescribedByThePerson(sending.service))
        let authorization = try sending.proof.apply(
            to: &request, of: form.request, at: offset, by: parts.clock, trace)
        trace.sent(form, authorization: authorization)
        trace.sent(content)
        do throws(BrokerError) {
            let response = try await Sending(transport: parts.transport, words: sending.words).send(request)
            return await answer(response.masked(secrets), trace)
        } catch {
            trace.note(error)
            throw error
        }
    }

    private func answer(_ sent: Response, _ trace: TraceWriter) async -> Answer {
        guard sent.status >= 400 else {
            trace.answered(sent.status, sent.headers)
            return Answer(response: sent)
        }
        let start = await AnswerStart(of: sent.body)
        trace.answered(sent.status, sent.headers, start: start.bytes)
        var response = sent
        response.body = start.body
        guard sent.status == 401 else { return Answer(response: response) }
        return Answer(
            response: response, code: ServiceFault(body: start.bytes).code,
            tokenRefusal: TokenRefusal(sent.headers, start.bytes))
    }
}
