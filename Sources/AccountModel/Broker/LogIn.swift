/// What `add` and `login` ask for.
public struct LogInRequest: Sendable {
    /// The ways to log in.
    public enum Method: Sendable {
        /// With a callback on this machine: the browser comes back by itself. Where it cannot, the person types a PIN, or
        /// pastes the address that the browser ended at.
        case browser
        /// The person visits an address with any browser, and types the PIN that it shows, or pastes the address that the
        /// browser ended at where the service shows none.
        case pin
        /// The person types a code on another device (RFC 8628), and nothing comes back by hand.
        case device
        /// A name and a password for a token, the password being read from `secret` and not kept.
        case xauth
        /// Ready tokens, read from `secret` as a form or a JSON object.
        case token
    }

    /// The account that is logged in to again, which keeps its number, description and grants. `service` and `app` are then
    /// those of the account, whatever stands here, and another person than the account's is refused. `nil` for a new one.
    public var account: AccountID?
    /// Where to log in.
    public var service: Service
    /// The app to log in with.
    public var app: String
    /// The way to log in.
    public var method: Method
    /// Who is expected; for xAuth also who logs in. Another answer of the service stops the log-in.
    public var username: String?
    /// The person's own words about the account.
    public var description: String?
    /// Whether it is to be the account that is meant where none is named.
    public var makeDefault: Bool
    /// Whether the person sits at a terminal. They are then asked whether the account that they visited with is the one
    /// they mean, unless `username` says it; and a log-in whose callback cannot be used goes on by PIN.
    public var isAttended: Bool
    /// Where the password or the tokens are read from: to the end for tokens, one line for a password.
    public var secret: Descriptor?

    /// Makes a request of its parts.
    public init(
        account: AccountID? = nil, service: Service, app: String = App.defaultName, method: Method,
        username: String? = nil, description: String? = nil, makeDefault: Bool = false, isAttended: Bool = false,
        secret: Descriptor? = nil
    ) {
        self.account = account
        self.service = service
        self.app = app
        self.method = method
        self.username = username
        self.description = description
        self.makeDefault = makeDefault
        self.isAttended = isAttended
        self.secret = secret
    }
}

/// Names a log-in that waits for an answer. It ends with the program that began it.
public struct LogInHandle: Hashable, Sendable {
    /// What the two ends know the log-in by.
    public let rawValue: String

    /// Names a log-in as ``rawValue`` does.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The page at which the person allows the access.
public struct LogInVisit: Hashable, Sendable {
    /// The address of the page. Good once, and no secret.
    public var url: String
    /// Where the browser comes back to, an address on this machine; `nil` where it does not come back.
    public var callback: String?
    /// Where the browser ends, though nobody waits there: the person pastes the address. `nil` where there is a callback,
    /// and where the page shows a PIN.
    public var landing: String?
    /// Whether what the page shows is an authorization code (RFC 6749), and no PIN.
    public var showsCode: Bool
    /// The code that the page asks for; it is all that the person gives. `nil` where the page asks for none.
    public var userCode: String?
    /// The address that brings the code along; `nil` where there is none.
    public var completeURL: String?
    /// Why it goes by PIN though a browser was asked for: one line.
    public var note: String?
    /// What was done on the way here that the person should know of: one line.
    public var remark: String?

    /// Makes a visit of its parts.
    public init(
        url: String, callback: String? = nil, landing: String? = nil, showsCode: Bool = false,
        userCode: String? = nil, completeURL: String? = nil, note: String? = nil, remark: String? = nil
    ) {
        self.url = url
        self.callback = callback
        self.landing = landing
        self.showsCode = showsCode
        self.userCode = userCode
        self.completeURL = completeURL
        self.note = note
        self.remark = remark
    }
}

/// Where a log-in stands.
public enum LogInStep: Sendable {
    /// The person is to visit a page; then `continueLogIn` with what comes of it. Where there is a callback, both ways
    /// may be waited for at once: the browser, and what the person types.
    case visit(LogInVisit, LogInHandle)
    /// What was typed is no answer, for the reason that `why` says in one line; it may be given again this many times.
    case askAgain(why: String, remaining: Int, LogInHandle)
    /// Another answer to the same log-in came first; the next step goes to who gave that one.
    case overtaken
    /// The service says that the person is called `username` there: `continueLogIn` with yes or no.
    case confirmAccount(username: String, Service, LogInHandle)
    /// This identity is stored already: `continueLogIn` with yes or no.
    case confirmReplacement(of: Account, LogInHandle)
    /// The keychain was closed meanwhile, or could not be opened, as `why` says in one line. What the log-in brought is kept in
    /// memory: `continueLogIn` with yes stores it once the keychain is open, and with no it is dropped.
    case unsaved(why: String, LogInHandle)
    /// Done: the account as it is stored, and a word of warning where something is worth knowing.
    case done(Account, warning: String?)
}

/// What goes on with a log-in.
public enum LogInAnswer: Sendable {
    /// The agent reads one line from here: the PIN, or the whole address that the browser ended at.
    case pin(Descriptor)
    /// Waits until the browser has come back, five minutes after the visit began at the latest; or until the code was
    /// typed on another device, for as long as it is good.
    case browser
    /// The person agrees.
    case yes
    /// The person does not: the log-in ends, and nothing is stored.
    case no
}
