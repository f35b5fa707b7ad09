public import SecretBytes

/// Signs requests with one set of credentials (RFC 5849 section 3).
///
/// Pure: the same request and stamp give the same signature.
///
/// ```swift
/// let signed = try signer.sign(RequestToSign(method: "GET", url: url), stamp: stamp)
/// let header = try AuthorizationHeader(signed).value
/// ```
public struct RequestSigner: ~Copyable, Sendable {
    /// The app's consumer key, `oauth_consumer_key`.
    public let clientKey: String
    /// `oauth_token`; nil signs for the app alone, and then no `oauth_token` is sent.
    public let token: SharedSecret?
    public let method: SignatureMethod
    /// What `oauth_version` says; nil leaves it out.
    public let version: String?

    private let key: SigningKey

    /// - Parameter token: an empty one counts as none.
    /// - Throws: ``SigningError/emptyClientKey`` or ``SigningError/keyDoesNotFit(_:)``.
    public init(
        clientKey: String, token: SharedSecret?, key: consuming SigningKey, method: SignatureMethod = .hmacSHA1,
        version: String? = "1.0"
    ) throws(SigningError) {
        if clientKey.isEmpty { throw .emptyClientKey }
        guard key.fits(method) else { throw .keyDoesNotFit(method) }
        self.clientKey = clientKey
        self.token = token.flatMap { $0.isEmpty ? nil : $0 }
        self.method = method
        self.version = version
        self.key = key
    }

    /// - Parameter stamp: only PLAINTEXT may go without.
    /// - Throws: ``SigningError/stampMissing(_:)``, or ``SigningError/cryptographyFailed(_:)`` from OpenSSL.
    public borrowing func sign(
        _ request: RequestToSign, stamp: RequestStamp?
    ) throws(SigningError) -> SignedParameters {
        if stamp == nil && method != .plaintext { throw .stampMissing(method) }
        var parameters = protocolParameters(of: request, stamp: stamp)
        let baseString = Self.baseString(of: request, protocolParameters: parameters)
        let signature = try baseString.withSpan { (text) throws(SigningError) in
            try key.signature(of: text, method: method)
        }
        parameters.append(RequestParameter(name: Self.signatureName, value: signature))
        return SignedParameters(parameters)
    }

    /// The base string of a request to be read by a person, three dots standing for every credential in it.
    public borrowing func maskedBaseString(of request: RequestToSign, stamp: RequestStamp?) -> String {
        var shown = request
        if case .form(let fields) = request.body { shown.body = .form(fields.map { $0.masked() }) }
        let parameters = protocolParameters(of: request, stamp: stamp).map { $0.masked() }
        return Self.baseString(of: shown, protocolParameters: parameters).text()
    }

    /// The base string as it is signed, credentials and all: for tests and measurements.
    package borrowing func baseStringText(of request: RequestToSign, stamp: RequestStamp?) -> String {
        Self.baseString(of: request, protocolParameters: protocolParameters(of: request, stamp: stamp)).text()
    }

    private static let signatureName = Array("oauth_signature".utf8)

    private borrowing func protocolParameters(
        of request: RequestToSign, stamp: RequestStamp?
    ) -> [RequestParameter] {
        var parameters: [RequestParameter] = []
        parameters.reserveCapacity(8 + request.protocolParameters.count)
        parameters.append(RequestParameter("oauth_consumer_key", clientKey))
        if let token { parameters.append(RequestParameter("oauth_token", secret: token)) }
        parameters.append(RequestParameter("oauth_signature_method", method.rawValue))
        if let stamp {
            parameters.append(RequestParameter("oauth_timestamp", String(stamp.timestamp)))
            parameters.append(RequestParameter("oauth_nonce", stamp.nonce))
        }
        if let version { parameters.append(RequestParameter("oauth_version", version)) }
        parameters += request.protocolParameters
        if case .other(let hash?) = request.body {
            parameters.append(RequestParameter("oauth_body_hash", hash.value))
        }
        return parameters
    }

    private static func baseString(
        of request: RequestToSign, protocolParameters: [RequestParameter]
    ) -> SignatureBaseString {
        var normalized = NormalizedParameters()
        if let query = request.url.query { normalized.add(query: query.utf8.span) }
        if case .form(let fields) = request.body { normalized.add(fields) }
        normalized.add(protocolParameters)
        let url = request.url.text.utf8.span
        return SignatureBaseString(
            method: request.method, uri: url.extracting(..<request.url.baseStringURILength), parameters: normalized)
    }
}
