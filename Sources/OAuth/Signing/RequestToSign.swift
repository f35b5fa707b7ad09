/// The parts of a request that a signature covers.
public struct RequestToSign: Sendable {
    /// What a signature has to know of a body.
    public enum Body: Sendable {
        /// There is none.
        case none
        /// `application/x-www-form-urlencoded`: its fields are signed.
        case form([RequestParameter])
        /// Anything else, such as multipart or JSON: not signed, unless a hash of it is sent along.
        case other(BodyHash?)
    }

    /// The HTTP method; signed, and to be sent, in upper case.
    public var method: String
    /// Where it goes, query included.
    public var url: RequestURL
    /// What of the body is signed.
    public var body: Body
    /// Protocol parameters besides the ones of every request: `oauth_callback`, `oauth_verifier`.
    public var protocolParameters: [RequestParameter]

    /// Makes a request of its parts.
    public init(method: String, url: RequestURL, body: Body = .none, protocolParameters: [RequestParameter] = []) {
        self.method = method
        self.url = url
        self.body = body
        self.protocolParameters = protocolParameters
    }
}
