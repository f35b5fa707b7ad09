import AccountModel
import OAuth
import SecretBytes

/// One request of a program's with its answer: signed, sent, and traced where that was asked for.
struct RequestExchange: Sendable {
    let parts: StoreParts
    let sending: SendingCredential
    let method: String
    let form: RequestForm
    let content: TransportRequest.Content

    func run() async throws(BrokerError) -> Response {
        let clocks = parts.clocks
        return try await clocks.inTime(for: form.request.url, by: parts.clock, isRepeatable: isRepeatable) {
            (offset) async throws(BrokerError) in
            try await send(offset: offset)
        }.response
    }

    private struct Answer: DatedAnswer {
        var response: Response
        var code: Int?
        var status: Int { response.status }
        var headers: [HeaderField] { response.headers }
    }

    /// A stream is gone once it was sent; without a signature there is no time to be wrong.
    private var isRepeatable: Bool {
        if case .stream = content { return false }
        return sending.proof.isTimed
    }

    private func send(offset: Double) async throws(BrokerError) -> Answer {
        let trace = TraceWriter(parts.trace, masking: sending.proof.secrets)
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
            return await answer(response, trace)
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
        let start = await AnswerStart(of: sent.body, masking: sending.proof.secrets)
        trace.answered(sent.status, sent.headers, start: start.bytes)
        var response = sent
        response.body = start.body
        return Answer(response: response, code: sent.status == 401 ? ServiceFault(body: start.bytes).code : nil)
    }
}
