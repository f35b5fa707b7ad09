/// Where the secret of an app comes from.
public enum AppSecret: Sendable {
    /// One line is read: a consumer secret, or a client secret.
    case line(Descriptor)
    /// All of it is read: the private key of the RSA methods, as PEM.
    case privateKey(Descriptor)
    /// A public app of OAuth 2.0 has none.
    case none
}

/// Our registration at a service, with nothing secret in it.
public struct App: Hashable, Sendable {
    /// The service that it is registered with.
    public var service: Service
    /// The person's name for it, usually `default`.
    public var name: String
    /// RFC 5849's client identifier, which services call the consumer key; in OAuth 2.0 the client id. Not a secret.
    public var consumerKey: String
    /// What accounts log in by with it.
    public var logInProtocol: LogInProtocol
    /// The callback that was registered with the service, where a log-in by browser is to come back to; `nil` where
    /// none is known.
    public var callback: String?

    /// Makes a value of its parts. Nothing is stored by that.
    public init(
        service: Service, name: String, consumerKey: String, logInProtocol: LogInProtocol = .oauth1,
        callback: String? = nil
    ) {
        self.service = service
        self.name = name
        self.consumerKey = consumerKey
        self.logInProtocol = logInProtocol
        self.callback = callback
    }

    /// The name of the app that is used where none is named.
    public static let defaultName = "default"
}
