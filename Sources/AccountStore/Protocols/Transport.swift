public import AccountModel
public import SecretBytes

/// Sends HTTP requests. It follows no redirect, retries nothing, and lets nothing but TLS 1.2 and later through to a
/// host that is not loopback.
public protocol Transport: Sendable {
    /// Sends a request whose answer is not secret. The body of the answer comes as it arrives.
    ///
    /// Returns once the header fields of the answer are there. What goes wrong later is thrown by the answer's body.
    func send(_ request: TransportRequest) async throws(TransportError) -> Response

    /// Sends a request of a log-in: what is answered is a secret, and so may be the body sent.
    ///
    /// An answer over 64 KiB is an error.
    func exchange(_ request: TransportRequest) async throws(TransportError) -> SecretResponse
}

/// One request as it goes out.
public struct TransportRequest: Sendable {
    /// What is sent after the header fields.
    public enum Content: Sendable {
        /// Nothing.
        case none
        /// These bytes.
        case bytes([UInt8])
        /// What arrives from elsewhere, sent as it comes.
        case stream(Body)
        /// A form with a secret in it, of which no copy may stay.
        case secret(SharedSecret)
    }

    /// As it was signed.
    public var method: String
    /// The very string that was signed.
    public var url: String
    /// In this order, `Authorization` among them where it is a signature.
    public var headers: [HeaderField]
    /// The value of `Authorization` where that is a secret itself: one line of ASCII, of which no copy may stay.
    public var authorization: SharedSecret?
    /// What is sent after the header fields.
    public var content: Content
    /// Seconds that the whole exchange may take, whatever single steps take.
    public var timeout: Int?
    /// Whether the configuration's own certificate authorities count: only for a service of the person's own
    /// description.
    public var mayUseOwnAuthorities: Bool

    /// Makes a request of its parts; `timeout` is in seconds.
    public init(
        method: String, url: String, headers: [HeaderField], authorization: SharedSecret? = nil,
        content: Content = .none, timeout: Int? = nil, mayUseOwnAuthorities: Bool = false
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.authorization = authorization
        self.content = content
        self.timeout = timeout
        self.mayUseOwnAuthorities = mayUseOwnAuthorities
    }
}

/// The answer to a request of a log-in.
public struct SecretResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// In the order in which the service sent them.
    public var headers: [HeaderField]
    /// All of it, at most 64 KiB.
    public var body: SharedSecret

    /// Makes an answer of its parts.
    public init(status: Int, headers: [HeaderField], body: SharedSecret) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Why there is no answer, told by what is known of the request's fate.
public struct TransportError: Error, Hashable, Sendable {
    /// What is known of the request's fate.
    public enum Code: Hashable, Sendable {
        /// No byte of the request left: no name, no connection, a proxy that refused.
        case notConnected
        /// TLS was refused; no byte of the request left.
        case tlsRefused
        /// The time ran out, or the connection ended, when the service may have had the request already.
        case noAnswer
        /// The answer began and was cut short, or is longer than allowed, or is not HTTP.
        case brokenAnswer
        /// The request cannot be sent as it is.
        case invalidRequest
    }

    /// What is known of the request's fate.
    public var code: Code
    /// One line for the person with the host in it: `api.x.com: the certificate has expired`.
    public var message: String

    /// Makes an error of its code and what happened.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
