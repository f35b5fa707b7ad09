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
    /// How it signs.
    public let method: SignatureMethod
    /// What `oauth_version` says; nil leaves it out.
    public let version: String?

    private let key: SigningKey

    /// Takes one set of credentials over. An empty token counts as none.
    ///
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

    /// Signs a request. Only PLAINTEXT may go without a stamp.
    ///
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
        parameters.append(RequestParameter(name: Name.signature, value: signature))
        return SignedParameters(parameters)
    }

    /// The base string of a request to be read by a person, three dots standing for every credential in it.
    public borrowing func maskedBaseString(of request: RequestToSign, stamp: RequestStamp?) -> String {
        var shown = request
        shown.url = request.url.masked()
        if case .form(let fields) = request.body { shown.body = .form(fields.map { $0.masked() }) }
        let parameters = protocolParameters(of: request, stamp: stamp).map { $0.masked() }
        return Self.baseString(of: shown, protocolParameters: parameters).text()
    }

    /// The base string as it is signed, credentials and all: for tests and measurements.
    package borrowing func baseStringText(of request: RequestToSign, stamp: RequestStamp?) -> String {
        Self.baseString(of: request, protocolParameters: protocolParameters(of: request, stamp: stamp)).text()
    }

    private borrowing func protocolParameters(
        of request: RequestToSign, stamp: RequestStamp?
    ) -> [RequestParameter] {
        var parameters: [RequestParameter] = []
        parameters.reserveCapacity(8 + request.protocolParameters.count)
        func add(_ name: [UInt8], _ value: String) {
            parameters.append(RequestParameter(name: name, value: .bytes(Array(value.utf8))))
        }
        add(Name.clientKey, clientKey)
        if let token { parameters.append(RequestParameter(name: Name.token, value: .secret(token))) }
        add(Name.signatureMethod, method.rawValue)
        if let stamp {
            add(Name.timestamp, String(stamp.timestamp))
            add(Name.nonce, stamp.nonce)
        }
        if let version { add(Name.version, version) }
        parameters += request.protocolParameters
        if case .other(let hash?) = request.body { add(Name.bodyHash, hash.value) }
        return parameters
    }

    /// The names of the protocol parameters (RFC 5849 section 3.1), made once.
    private enum Name {
        static let clientKey = Array("oauth_consumer_key".utf8)
        static let token = Array("oauth_token".utf8)
        static let signatureMethod = Array("oauth_signature_method".utf8)
        static let signature = Array("oauth_signature".utf8)
        static let timestamp = Array("oauth_timestamp".utf8)
        static let nonce = Array("oauth_nonce".utf8)
        static let version = Array("oauth_version".utf8)
        static let bodyHash = Array("oauth_body_hash".utf8)
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
