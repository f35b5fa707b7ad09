public import FoundationEssentials

/// A remembered answer: what a program may, or may not, do with one account or all of a service.
public struct Grant: Hashable, Sendable {
    /// What a grant speaks of.
    public enum Scope: Hashable, Sendable {
        case account(AccountID)
        /// Every account of the service, later ones too.
        case service
    }

    public enum Decision: String, Hashable, Sendable {
        case allow
        case deny
    }

    public var program: ProgramIdentity
    public var service: Service
    public var scope: Scope
    public var permissions: Permissions
    public var decision: Decision
    /// When it ends; `nil` for never.
    public var expires: Date?
    public var created: Date
    public var lastUsed: Date?

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
    public var program: ProgramIdentity
    public var target: GrantTarget
    public var permissions: Permissions
    public var decision: Grant.Decision
    /// Seconds from now; `nil` for without end.
    public var duration: Int?

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
