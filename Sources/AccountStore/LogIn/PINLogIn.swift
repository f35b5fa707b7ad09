import AccountModel
import OAuth
import SecretBytes

/// The three steps of RFC 5849, section 2, with the callback `oob`: the service shows a PIN, the person types it.
struct PINLogIn {
    private let plan: LogInPlan
    private let parts: StoreParts

    init(_ plan: LogInPlan, _ parts: StoreParts) {
        self.plan = plan
        self.parts = parts
    }

    /// Fetches a request token; gives the address that the person is to visit.
    func begin() async throws(BrokerError) -> (url: String, ReceivedToken) {
        let call = ServiceCall(parts: parts, credential: try plan.consumer(), service: plan.service)
        let answer = try await call.send(
            "POST", plan.description.urls.requestToken ?? "",
            protocolParameters: [RequestParameter("oauth_callback", "oob")])
        guard answer.isSuccess else { throw refused("the request for a log-in", answer) }
        guard let token = ReceivedToken(answer) else {
            throw unusable("no request token with its secret", answer)
        }
        guard PINLogIn.isCallbackConfirmed(answer) else {
            throw unusable("no oauth_callback_confirmed=true", answer)
        }
        return (try authorizeURL(token), token)
    }

    /// Fetches the token that the person allowed.
    func exchange(_ pin: SharedSecret, for requestToken: ReceivedToken) async throws(BrokerError) -> ReceivedToken {
        let call = ServiceCall(parts: parts, credential: try plan.consumer(requestToken), service: plan.service)
        let answer = try await call.send(
            "POST", plan.description.urls.accessToken ?? "",
            protocolParameters: [RequestParameter("oauth_verifier", secret: pin)])
        guard answer.isSuccess else { throw refused("the PIN", answer) }
        guard let token = ReceivedToken(answer) else { throw unusable("no token with its secret", answer) }
        return token
    }

    /// What was typed or pasted without blanks and carriage returns; leading zeros are part of a PIN.
    ///
    /// Throws `inputRefused` for anything but printable ASCII.
    static func cleaned(_ line: SharedSecret) throws(BrokerError) -> SharedSecret {
        var pin = SecretBytes(capacity: line.count)
        let isPrintable = line.withSpan { bytes in
            for index in bytes.indices {
                switch bytes[index] {
                case 0x20, 0x09, 0x0D: continue
                case 0x21...0x7E: pin.append(bytes[index])
                default: return false
                }
            }
            return true
        }
        guard isPrintable else {
            throw BrokerError(.inputRefused, "a PIN has only digits or letters; nothing was stored")
        }
        return SharedSecret(pin)
    }

    private func authorizeURL(_ token: ReceivedToken) throws(BrokerError) -> String {
        do throws(RequestURLError) {
            let address = try RequestURL(plan.description.urls.authorize ?? "")
            return address.adding([RequestParameter("oauth_token", secret: token.token)]).text
        } catch {
            throw BrokerError(.notConfigured, "the address to authorize at, of \(plan.service), \(error)")
        }
    }

    private static func isCallbackConfirmed(_ answer: ServiceCall.Answer) -> Bool {
        answer.body.withSpan { FormFields(scanning: $0) }.text("oauth_callback_confirmed") == "true"
    }

    private func refused(_ what: String, _ answer: ServiceCall.Answer) -> BrokerError {
        BrokerError(
            answer.refusalCode, "\(plan.service) refused \(what) (\(answer.told)); nothing was stored",
            nextStep: plan.pinCommand)
    }

    private func unusable(_ what: String, _ answer: ServiceCall.Answer) -> BrokerError {
        BrokerError(
            .serviceRefused,
            "\(plan.service) answered with \(what) (status \(answer.status)"
                + (answer.looksLikeForm ? "" : answer.fault.message.map { ": \($0)" } ?? "") + "); nothing was stored",
            nextStep: plan.pinCommand)
    }
}

extension ServiceCall.Answer {
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
        guard let app else { throw BrokerError(.notConfigured, "there is no app of \(service)") }
        return RequestSigning.ConsumerCredential(
            consumerKey: app.consumerKey, consumerSecret: app.consumerSecret, token: token?.token,
            tokenSecret: token?.secret, signatureMethod: description.signatureMethod)
    }
}
