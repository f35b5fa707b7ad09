import AccountModel
import OAuth
import SecretBytes

/// One signed request of the store's own to a service: a step of a log-in, or what belongs to one. Never repeated.
struct ServiceCall: Sendable {
    let parts: StoreParts
    let credential: RequestSigning.ConsumerCredential
    let service: Service

    /// What came back, with nothing in it that may be shown but ``told``.
    struct Answer: Sendable {
        var status: Int
        /// The service's own clock, as it says it.
        var date: String?
        var body: SharedSecret
        /// What the service may repeat of it must not be told.
        var secrets: [SharedSecret]

        var fault: ServiceFault { body.withSpan { ServiceFault($0, masking: secrets) } }

        var isSuccess: Bool { (200..<300).contains(status) }

        /// Twitter's code for a timestamp that lies outside its window.
        private static let clockIsWrong = 135

        /// `401: Could not authenticate you.`
        var told: String {
            let fault = fault
            let words = fault.message.map { "\(status): \($0)" } ?? "status \(status), without a word"
            guard fault.code == Answer.clockIsWrong else { return words }
            let theirs = date.map { ", where it is \(OneLine.visible($0, length: 40))" } ?? ""
            return words + "; the clock of this machine does not agree with the service's" + theirs
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
        let url = try url(address)
        var request = RequestToSign(method: method, url: url, protocolParameters: protocolParameters)
        var headers: [HeaderField] = []
        var content = TransportRequest.Content.none
        if !form.isEmpty {
            request.body = .form(form)
            headers.append(HeaderField("Content-Type", RequestForm.contentType))
            content = .secret(SharedSecret(FormEncoding.encodeSecret(form)))
        }
        headers.append(try RequestSigning(clock: parts.clock, credential: credential).authorization(for: request))
        let outgoing = TransportRequest(
            method: method, url: url.text, headers: headers, content: content, timeout: try parts.settings().timeout,
            mayUseOwnAuthorities: try parts.isDescribedByThePerson(service))
        return answer(try await exchange(outgoing), secrets: secrets(in: form + protocolParameters))
    }

    private func url(_ address: String) throws(BrokerError) -> RequestURL {
        do throws(RequestURLError) {
            return try RequestURL(address)
        } catch {
            throw BrokerError(
                .notConfigured, "the address \(OneLine.visible(address)) of \(service) \(error)",
                nextStep: "correct the description of \(service)")
        }
    }

    private func exchange(_ request: TransportRequest) async throws(BrokerError) -> SecretResponse {
        do throws(TransportError) {
            return try await parts.transport.exchange(request)
        } catch {
            throw Sending.error(error, isWrite: false, what: "the request to \(service)")
        }
    }

    private func answer(_ response: SecretResponse, secrets: [SharedSecret]) -> Answer {
        Answer(
            status: response.status, date: response.headers[field: "Date"], body: response.body, secrets: secrets)
    }

    private func secrets(in parameters: [RequestParameter]) -> [SharedSecret] {
        let sent = parameters.compactMap { parameter -> SharedSecret? in
            if case .secret(let secret) = parameter.value { secret } else { nil }
        }
        return sent + [credential.consumerSecret, credential.token, credential.tokenSecret].compactMap { $0 }
    }
}
