public import FoundationEssentials

/// A remembered answer: what a program may, or may not, do with one account or all of a service.
public struct Grant: Hashable, Sendable {
    /// What a grant speaks of.
    public enum Scope: Hashable, Sendable {
        /// One account.
        case account(AccountID)
        /// Every account of the service, later ones too.
        case service
    }

    /// Whether a program may.
    public enum Decision: String, Hashable, Sendable {
        /// It may.
        case allow
        /// It may not, and is not asked about again.
        case deny
    }

    /// Whom it is for.
    public var program: ProgramIdentity
    /// The service that its accounts belong to.
    public var service: Service
    /// Which of the accounts of the service it speaks of.
    public var scope: Scope
    /// What it allows or denies.
    public var permissions: Permissions
    /// Whether the program may.
    public var decision: Decision
    /// When it ends; `nil` for never.
    public var expires: Date?
    /// When the person answered.
    public var created: Date
    /// When the program last used an account by it; `nil` where it never did, or nobody wrote it down.
    public var lastUsed: Date?

    /// Makes a grant of its parts; without `expires` it has no end.
    public init(
        program: ProgramIdentity, service: Service, scope: Scope, permissions: Permissions, decision: Decision,
        expires: Date? = nil, created: Date, lastUsed: Date? = nil
    ) {
        self.program = program
        self.service = service
        self.scope = scope
        self.permissions = permissions
        self.decision = decision
        self.expires = expires
        self.created = created
        self.lastUsed = lastUsed
    }
}

extension Grant {
    /// Ten years, in seconds: what shall hold longer has no end.
    public static let longestDuration = 315_576_000
}

/// What `grant` asks to be remembered.
public struct GrantRequest: Hashable, Sendable {
    /// Whom it is for.
    public var program: ProgramIdentity
    /// Which accounts it is about.
    public var target: GrantTarget
    /// What is allowed or denied.
    public var permissions: Permissions
    /// Whether the program may.
    public var decision: Grant.Decision
    /// Seconds from now; `nil` for without end.
    public var duration: Int?

    /// Makes a request; without `duration`, in seconds, the answer has no end.
    public init(
        program: ProgramIdentity, target: GrantTarget, permissions: Permissions, decision: Grant.Decision,
        duration: Int? = nil
    ) {
        self.program = program
        self.target = target
        self.permissions = permissions
        self.decision = decision
        self.duration = duration
    }
}

/// Which accounts `grant` and `revoke` mean.
public enum GrantTarget: Hashable, Sendable {
    /// The account that the selection rule gives: the selector, else the default, else the only one.
    case selected(AccountSelector?)
    /// `SERVICE:*`
    case service(Service)
    /// Everything that is remembered of the program; only for `revoke`.
    case everything
}
