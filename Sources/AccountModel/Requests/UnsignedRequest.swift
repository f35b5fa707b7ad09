/// What a program wants to send as an account, before it is signed.
public struct UnsignedRequest: Hashable, Sendable {
    /// In upper case, as it goes on the wire.
    public var method: String
    /// Absolute; may have a query, which is kept byte for byte.
    public var url: String
    /// Go to the query for GET, HEAD, DELETE or where the request has a body of its own, else to a form body.
    public var parameters: [Parameter]
    /// Fields of the program's own; some names are refused (`Authorization`, `Host`, `Cookie`, method overrides).
    public var headers: [HeaderField]

    /// Makes a request of its parts.
    public init(method: String, url: String, parameters: [Parameter] = [], headers: [HeaderField] = []) {
        self.method = method
        self.url = url
        self.parameters = parameters
        self.headers = headers
    }
}

/// A request with its signature: ready to be sent, with no way back to the secret.
public struct SignedRequest: Hashable, Sendable {
    /// In upper case, as it was signed.
    public var method: String
    /// Exactly the string that was signed.
    public var url: String
    /// With `Authorization`, and `Content-Type` where there is a body.
    public var headers: [HeaderField]
    /// The form body; `nil` where there is none.
    public var body: [UInt8]?

    /// Makes a value of its parts. Nothing is signed by that.
    public init(method: String, url: String, headers: [HeaderField], body: [UInt8]?) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// A signed request, and the account that was picked for it.
public struct SelectedSignature: Hashable, Sendable {
    /// As whom the request is sent.
    public var account: Account
    /// The request, to be sent exactly so.
    public var request: SignedRequest

    /// Makes a value of its parts.
    public init(account: Account, request: SignedRequest) {
        self.account = account
        self.request = request
    }
}
