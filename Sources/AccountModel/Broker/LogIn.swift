/// What `add` asks for.
public struct LogInRequest: Sendable {
    public enum Method: Sendable {
        /// RFC 5849 with the callback `oob`: the person visits an address and types the PIN that it shows.
        case pin
        /// A name and a password for a token, the password being read from `secret` and not kept.
        case xauth
        /// Ready tokens, read from `secret` as a form or a JSON object.
        case token
    }

    public var service: Service
    /// The app to log in with.
    public var app: String
    public var method: Method
    /// Who is expected; for xAuth also who logs in. Another answer of the service stops the log-in.
    public var username: String?
    public var description: String?
    public var makeDefault: Bool
    /// Where the password or the tokens are read from: to the end for tokens, one line for a password.
    public var secret: Descriptor?

    public init(
        service: Service, app: String = App.defaultName, method: Method, username: String? = nil,
        description: String? = nil, makeDefault: Bool = false, secret: Descriptor? = nil
    ) {
        self.service = service
        self.app = app
        self.method = method
        self.username = username
        self.description = description
        self.makeDefault = makeDefault
        self.secret = secret
    }
}

/// Names a log-in that waits for an answer. It ends with the program that began it.
public struct LogInHandle: Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// Where a log-in stands.
public enum LogInStep: Sendable {
    /// The person is to visit `url`; then `continueLogIn` with the PIN.
    case visit(url: String, LogInHandle)
    /// The PIN was empty; it may be given again this many times.
    case askAgain(remaining: Int, LogInHandle)
    /// This identity is stored already: `continueLogIn` with yes or no.
    case confirmReplacement(of: Account, LogInHandle)
    /// Done: the account as it is stored, and a word of warning where something is worth knowing.
    case done(Account, warning: String?)
}

/// What goes on with a log-in.
public enum LogInAnswer: Sendable {
    /// The agent reads one line from here.
    case pin(Descriptor)
    case yes
    case no
}
