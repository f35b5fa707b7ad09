/// The parts of a request that a signature covers.
public struct RequestToSign: Sendable {
    public enum Body: Sendable {
        case none
        /// `application/x-www-form-urlencoded`: its fields are signed.
        case form([RequestParameter])
        /// Anything else, such as multipart or JSON: not signed, unless a hash of it is sent along.
        case other(BodyHash?)
    }

    /// The HTTP method; signed, and to be sent, in upper case.
    public var method: String
    public var url: RequestURL
    public var body: Body
    /// Protocol parameters besides the ones of every request: `oauth_callback`, `oauth_verifier`.
    public var protocolParameters: [RequestParameter]

    public init(method: String, url: RequestURL, body: Body = .none, protocolParameters: [RequestParameter] = []) {
        self.method = method
        self.url = url
        self.body = body
        self.protocolParameters = protocolParameters
    }
}
