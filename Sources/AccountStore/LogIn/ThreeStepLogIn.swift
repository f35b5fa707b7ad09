import AccountModel
import OAuth
import SecretBytes

/// The three steps of RFC 5849, section 2: a request token, the person's visit at the service, and the verifier that
/// comes of it, by a callback or, where that is `oob`, as a PIN that the person types.
struct ThreeStepLogIn {
    /// The callback of a log-in by PIN.
    static let outOfBand = "oob"

    private let plan: LogInPlan
    private let parts: StoreParts

    init(_ plan: LogInPlan, _ parts: StoreParts) {
        self.plan = plan
        self.parts = parts
    }

    /// What came of asking for a request token.
    enum Beginning: Sendable {
        /// The address that the person is to visit.
        case visit(url: String, ReceivedToken)
        /// The service does not take this callback; why, in its own words.
        case callbackRefused(String)
    }

    /// Fetches a request token.
    func begin(callback: String) async throws(BrokerError) -> Beginning {
        let call = ServiceCall(parts: parts, proof: .signature(try plan.consumer()), service: plan.service)
        let answer = try await call.send(
            "POST", plan.description.urls.requestToken ?? "",
            protocolParameters: [RequestParameter("oauth_callback", callback)])
        if callback != ThreeStepLogIn.outOfBand, answer.refusesCallback { return .callbackRefused(answer.told) }
        guard answer.isSuccess else { throw refused("the request for a log-in", answer) }
        guard let token = ReceivedToken(answer) else {
            throw unusable("no request token with its secret", answer)
        }
        guard ThreeStepLogIn.isCallbackConfirmed(answer) else {
            throw unusable("no oauth_callback_confirmed=true", answer)
        }
        return .visit(url: try authorizeURL(token), token)
    }

    /// Fetches the token that the person allowed.
    func exchange(_ verifier: SharedSecret, for requestToken: ReceivedToken) async throws(BrokerError) -> ReceivedToken
    {
        let call = ServiceCall(parts: parts, proof: .signature(try plan.consumer(requestToken)), service: plan.service)
        let answer = try await call.send(
            "POST", plan.description.urls.accessToken ?? "",
            protocolParameters: [RequestParameter("oauth_verifier", secret: verifier)])
        guard answer.isSuccess else { throw refused("the answer to the log-in", answer) }
        guard let token = ReceivedToken(answer) else { throw unusable("no token with its secret", answer) }
        return token
    }

    private func authorizeURL(_ token: ReceivedToken) throws(BrokerError) -> String {
        let address = try RequestURL(described: plan.description.urls.authorize ?? "", of: plan.service)
        let own = plan.description.authorizeParameters.sorted { $0.rawValue < $1.rawValue }.compactMap(parameter)
        let fixed = plan.description.fixedAuthorizeParameters.map { RequestParameter($0.name, $0.value) }
        return address.adding([RequestParameter("oauth_token", secret: token.token)] + own + fixed).text
    }

    private func parameter(_ known: ServiceDescription.AuthorizeParameter) -> RequestParameter? {
        switch known {
        case .forceLogin: RequestParameter(known.rawValue, "true")
        case .screenName:
            plan.request.username.flatMap(PersonName.name).map { RequestParameter(known.rawValue, $0) }
        }
    }

    private static func isCallbackConfirmed(_ answer: ServiceCall.Answer) -> Bool {
        answer.body.withSpan { FormFields(scanning: $0) }.text("oauth_callback_confirmed") == "true"
    }

    private func refused(_ what: String, _ answer: ServiceCall.Answer) -> BrokerError {
        BrokerError(
            answer.refusalCode, "\(plan.service) refused \(what) (\(answer.told)); nothing was stored",
            nextStep: plan.commandByPIN)
    }

    private func unusable(_ what: String, _ answer: ServiceCall.Answer) -> BrokerError {
        BrokerError(
            .serviceRefused,
            "\(plan.service) answered with \(what) (status \(answer.status)"
                + (answer.looksLikeForm ? "" : answer.fault.message.map { ": \($0)" } ?? "") + "); nothing was stored",
            nextStep: plan.commandByPIN)
    }
}

extension ServiceCall.Answer {
    /// Twitter's codes for a callback that is not registered with the app, and for an app that may only use PINs; other
    /// services, and Twitter before there were codes, have only the words.
    fileprivate var refusesCallback: Bool {
        guard !isSuccess else { return false }
        let fault = fault
        if let code = fault.code, code == 415 || code == 417 { return true }
        let words = fault.message?.lowercased() ?? ""
        return words.split { !$0.isLetter }.contains("oob") || words.contains("callback url not approved")
    }

    /// Fields under whatever name may hold a token, so none of them is shown. A page has `=` in its tags.
    var looksLikeForm: Bool {
        body.withSpan { body in
            let first = body.indices.first { body[$0] > 0x20 }.map { body[$0] }
            return first != UInt8(ascii: "<") && first != UInt8(ascii: "{")
                && FormFields(scanning: body).fields.contains { !$0.value.isEmpty }
        }
    }
}

extension LogInPlan {
    /// What a step of the log-in is signed with.
    func consumer(_ token: ReceivedToken? = nil) throws(BrokerError) -> RequestSigning.ConsumerCredential {
        guard let app, let secret = app.consumerSecret else {
            throw BrokerError(.notConfigured, "there is no app of \(service) that could sign")
        }
        return RequestSigning.ConsumerCredential(
            consumerKey: app.consumerKey, consumerSecret: secret, token: token?.token, tokenSecret: token?.secret,
            signatureMethod: description.signatureMethod)
    }

    /// What the log-in brought.
    func credential(of received: ReceivedToken) throws(BrokerError) -> ReceivedCredential {
        guard let app else { throw BrokerError(.notConfigured, "there is no app of \(service)") }
        return try ReceivedCredential(received, for: app, signatureMethod: description.signatureMethod)
    }
}
