public import FoundationEssentials

/// When a program last used an account in one way, as far as a grant could speak of that.
public struct AccessUse: Hashable, Sendable {
    /// What a grant can tell apart.
    public struct Way: Hashable, Sendable {
        /// Who used it.
        public var program: ProgramIdentity
        /// The service of the account, or of the app.
        public var service: Service
        /// `nil` for an app that acts alone, which needs a grant for every account of the service.
        public var account: AccountID?
        /// One permission.
        public var permission: Permissions

        /// Makes a way of its parts.
        public init(program: ProgramIdentity, service: Service, account: AccountID?, permission: Permissions) {
            self.program = program
            self.service = service
            self.account = account
            self.permission = permission
        }
    }

    /// Who used which account, and for what.
    public var way: Way
    /// When it last did.
    public var time: Date

    /// Makes a use of its parts.
    public init(way: Way, time: Date) {
        self.way = way
        self.time = time
    }
}

extension AccessRecord {
    /// The use that the record tells of; `nil` for a try of which nothing came, and for an unsigned request.
    public var use: AccessUse? {
        guard outcome.isUse, let service, account != nil || app != nil else { return nil }
        let permission: Permissions
        switch operation {
        case .access, .renew: return nil
        case .reveal: permission = .reveal
        case .sign, .perform:
            guard let method else { return nil }
            permission = Permissions(method: method)
        }
        let way = AccessUse.Way(program: program, service: service, account: account?.id, permission: permission)
        return AccessUse(way: way, time: time)
    }
}

extension AccessRecord.Outcome {
    /// Whether the program got something, or may have: a request whose answer was lost was sent.
    public var isUse: Bool {
        switch self {
        case .given, .answered: true
        case .failed(let code): code == .outcomeUnknown
        }
    }
}
