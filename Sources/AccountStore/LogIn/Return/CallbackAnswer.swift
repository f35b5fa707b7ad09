import OAuth
import SecretBytes

/// What an answer must fit that a browser brings back, or a person pastes.
enum ExpectedAnswer: Sendable {
    /// That of OAuth 1.0a: it names the request token (RFC 5849, section 2.2).
    case verifier(requestToken: SharedSecret)
    /// That of OAuth 2.0: it repeats the state (RFC 6749, section 4.1.2).
    case code(CodeExpectation)
}

/// What a service sends back with the browser, held against the log-in that waits for it.
enum CallbackAnswer: Sendable {
    /// With the verifier of OAuth 1.0a, or the code of OAuth 2.0.
    case allowed(SharedSecret)
    /// The person said no: `denied=` and the request token, Twitter's own addition to RFC 5849; `access_denied` in
    /// OAuth 2.0.
    case denied
    /// The service said no, or another service answered.
    case failed(AuthorizationFailure)

    /// - Parameter query: encoded, without the `?`.
    ///
    /// `nil` for what is no answer to this log-in: another token or state, none, or two.
    init?(_ query: Span<UInt8>, to expected: ExpectedAnswer) {
        let fields = FormFields(scanning: query)
        switch expected {
        case .verifier(let requestToken): self.init(fields, to: requestToken)
        case .code(let expectation): self.init(fields, to: expectation)
        }
    }

    private init?(_ fields: FormFields, to requestToken: SharedSecret) {
        if let denied = fields.only("denied") {
            guard denied.isSame(as: requestToken) else { return nil }
            self = .denied
            return
        }
        guard let token = fields.only("oauth_token"), token.isSame(as: requestToken),
            let verifier = fields.only("oauth_verifier"), !verifier.isEmpty
        else { return nil }
        self = .allowed(verifier)
    }

    private init?(_ fields: FormFields, to expectation: CodeExpectation) {
        guard let state = fields.only("state"), state.isSame(as: expectation.state) else { return nil }
        // RFC 9207: where the answer names its service, it must be the one that was asked.
        guard expectation.mayBeFrom(fields) else {
            self = .failed(.otherIssuer)
            return
        }
        if let error = fields.only("error") {
            let failure = AuthorizationFailure(error, description: fields.only("error_description"))
            self = failure.isDenial ? .denied : .failed(failure)
            return
        }
        guard let code = fields.only("code"), !code.isEmpty else { return nil }
        self = .allowed(code)
    }
}

extension CodeExpectation {
    fileprivate func mayBeFrom(_ fields: FormFields) -> Bool {
        guard fields.fields.contains(where: { $0.name == "iss" }) else { return true }
        guard
            let issuer = fields.only("iss")?.withSpan({
                String(validating: JSONText.raw($0, 0..<$0.count), as: UTF8.self)
            })
        else { return false }
        return isIssuer(issuer)
    }
}

extension FormFields {
    /// The value with this name where there is exactly one.
    fileprivate func only(_ name: String) -> SharedSecret? {
        let found = fields.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }
}
