public import FoundationEssentials

/// One use of an account, or one try, as the access log keeps it: never a secret, a text or a parameter.
public struct AccessRecord: Hashable, Sendable {
    /// What was done, or tried.
    public enum Operation: String, Hashable, Sendable {
        /// A request was signed for the program to send.
        case sign
        /// A request was signed and sent.
        case perform
        /// The token itself was handed out.
        case reveal
        /// Access was asked for before a use and refused, so that no use came of it. An access that was given is no use
        /// yet, and is not written down.
        case access
        /// The account's token was renewed, an app got one for itself, or the service was asked whether it still accepts it:
        /// because it was asked for, or because a use needed it, which then has a record of its own.
        case renew
    }

    /// The account as it was then: it may be gone by the time the log is read.
    public struct Subject: Hashable, Sendable {
        /// The account's lasting identity.
        public var id: AccountID
        /// Its number; `nil` where the keychain did not tell which account the id is: it was locked, or has no such
        /// account.
        public var number: Int?
        /// Its name at the service, without `@`.
        public var username: String?

        /// The account as it is now.
        public init(_ account: Account) {
            id = account.id
            number = account.number
            username = account.username
        }

        /// An account of its parts, as they were read from the log.
        public init(id: AccountID, number: Int? = nil, username: String? = nil) {
            self.id = id
            self.number = number
            self.username = username
        }
    }

    /// How it ended.
    public enum Outcome: Hashable, Sendable {
        /// The signature, or the token, was given.
        case given
        /// The status that the service answered with.
        case answered(Int)
        /// Refused or failed, with the kind of trouble.
        case failed(BrokerError.Code)
    }

    /// When it was known how it ended.
    public var time: Date
    /// Who asked.
    public var program: ProgramIdentity
    /// How that program came to run.
    public var provenance: Provenance
    /// The service that the account, or the URL, belongs to; `nil` where the try ended before it was known.
    public var service: Service?
    /// `nil` for an app that acts alone, for an unsigned request, and where no account was found.
    public var account: Subject?
    /// The app that acts alone.
    public var app: String?
    /// What was done, or tried.
    public var operation: Operation
    /// `nil` for what is no request, and for a text that is no method.
    public var method: String?
    /// Without query; `nil` for what is no request, and for a URL that could be read in two ways.
    public var url: String?
    /// How it ended.
    public var outcome: Outcome

    /// Makes a record of its parts.
    public init(
        time: Date, program: ProgramIdentity, provenance: Provenance, service: Service?, account: Subject?,
        app: String? = nil, operation: Operation, method: String? = nil, url: String? = nil, outcome: Outcome
    ) {
        self.time = time
        self.program = program
        self.provenance = provenance
        self.service = service
        self.account = account
        self.app = app
        self.operation = operation
        self.method = method
        self.url = url
        self.outcome = outcome
    }
}
