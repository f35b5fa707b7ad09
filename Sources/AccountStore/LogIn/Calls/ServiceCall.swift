import AccountModel
import OAuth
import SecretBytes

/// One request of the store's own to a service: a step of a log-in, or what belongs to one. Sent once, and again only
/// with another time, where the first was refused for its time.
struct ServiceCall: Sendable {
    let parts: StoreParts
    let proof: RequestProof
    let service: Service
    /// Whether what is asked for can be had once: an answer that is lost is then `outcomeUnknown`.
    var usesUp = false

    /// What came back, with nothing in it that may be shown but ``told``.
    struct Answer: DatedAnswer {
        var status: Int
        var headers: [HeaderField]
        var body: SharedSecret
        /// What the service may repeat of it must not be told.
        var secrets: [SharedSecret]
        /// By how much the service's clock is ahead of ours, in seconds.
        var ahead: Double?
        /// Seconds after which the service wants to be asked again.
        var retryAfter: Int?

        var fault: ServiceFault { body.withSpan { ServiceFault($0, masking: secrets) } }
        var code: Int? { isSuccess ? nil : fault.code }

        var isSuccess: Bool { (200..<300).contains(status) }

        /// `401: Could not authenticate you`
        var told: String {
            let fault = fault
            let words = fault.message.map { "\(status): \($0)" } ?? "status \(status), without a word"
            guard status == 401 else { return words }
            guard let ahead, abs(ahead) > ClockDrift.tolerance || (fault.code == TwitterCode.wrongTime && ahead != 0)
            else {
                return words
                    + (fault.code == TwitterCode.wrongTime ? "; this machine's clock is not the service's" : "")
            }
            return "\(words); \(ClockDrift.words(ahead))"
        }

        /// 420 and 429 mean later, as does an overloaded service; everything else is a refusal.
        var refusalCode: BrokerError.Code {
            [420, 429, 503].contains(status) ? .tryLater : .serviceRefused
        }
    }

    /// - Parameters:
    ///   - form: fields of the body, which may be secret.
    ///   - protocolParameters: `oauth_callback`, `oauth_verifier`.
    func send(
        _ method: String, _ address: String, form: [RequestParameter] = [],
        protocolParameters: [RequestParameter] = []
    ) async throws(BrokerError) -> Answer {
        let url = try RequestURL(described: address, of: service)
        var request = RequestToSign(method: method, url: url, protocolParameters: protocolParameters)
        var content = TransportRequest.Content.none
        if !form.isEmpty {
            request.body = .form(form)
            content = .secret(SharedSecret(FormEncoding.encodeSecret(form)))
        }
        let secrets = secrets(in: form + protocolParameters)
        return try await parts.clocks.inTime(for: url, by: parts.clock, isRepeatable: proof.isTimed) {
            (offset) async throws(BrokerError) in
            try await send(request, content, secrets: secrets, offset: offset)
        }
    }

    private func send(
        _ request: RequestToSign, _ content: TransportRequest.Content, secrets: [SharedSecret], offset: Double
    ) async throws(BrokerError) -> Answer {
        let trace = TraceWriter(parts.trace, masking: secrets)
        var headers: [HeaderField] = []
        if case .form = request.body { headers.append(HeaderField("Content-Type", RequestForm.contentType)) }
        var outgoing = TransportRequest(
            method: request.method, url: request.url.text, headers: headers, content: content,
            timeout: try parts.settings().timeout, mayUseOwnAuthorities: try parts.isDescribedByThePerson(service))
        let authorization = try proof.apply(to: &outgoing, of: request, at: offset, by: parts.clock, trace)
        trace.sent(request, headers: headers, authorization: authorization)
        do throws(BrokerError) {
            let answer = answer(try await exchange(outgoing), secrets: secrets)
            trace.answered(answer.status, answer.headers, fields: answer.fieldNames)
            return answer
        } catch {
            trace.note(error)
            throw error
        }
    }

    private func exchange(_ request: TransportRequest) async throws(BrokerError) -> SecretResponse {
        do throws(TransportError) {
            return try await parts.transport.exchange(request)
        } catch {
            throw Sending.error(error, isWrite: usesUp, what: "the request to \(service)")
        }
    }

    private func answer(_ response: SecretResponse, secrets: [SharedSecret]) -> Answer {
        let now = parts.clock.now()
        return Answer(
            status: response.status, headers: response.headers, body: response.body, secrets: secrets,
            ahead: ClockDrift.seconds(response.headers, now: now),
            retryAfter: RetryAfter.seconds(response.headers, now: now))
    }

    private func secrets(in parameters: [RequestParameter]) -> [SharedSecret] {
        let sent = parameters.compactMap { parameter -> SharedSecret? in
            if case .secret(let secret) = parameter.value { secret } else { nil }
        }
        return sent + proof.secrets
    }
}
