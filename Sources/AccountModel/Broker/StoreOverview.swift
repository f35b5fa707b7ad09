/// What is kept and who would act, as far as that can be seen without unlocking, asking or changing anything.
public struct StoreOverview: Sendable {
    /// Where secrets are kept, and whether that is open.
    public var keychain: KeychainStatus
    /// The accounts that the caller may know of, by number.
    public var accounts: [Account]
    /// The account that a request of the caller would go as; `nil` where there is none, or it cannot be told.
    public var acting: Account?
    /// Why that one.
    public var reason: Reason?
    /// Why no account could act, or why the one that is meant could not; `nil` where nothing is in the way.
    public var trouble: BrokerError?
    /// `nil` where the caller may not know of them, or they cannot be seen.
    public var apps: [AppName]?
    /// The service that is meant where none is named; `nil` where the configuration cannot be read.
    public var defaultService: Service?
    /// `nil` where the caller may not know of it.
    public var log: AccessLogStatus?
    /// What is kept twice, so that commands do not work with it: an account, an app, a number. None for a caller who may not
    /// know of all accounts.
    public var conflicts: [BrokerError]

    /// Why an account was picked.
    public enum Reason: String, Hashable, Sendable {
        /// It was named.
        case named
        /// It is the default.
        case preset = "default"
        /// There is no other.
        case only
    }

    /// Makes an overview of its parts.
    public init(
        keychain: KeychainStatus, accounts: [Account] = [], acting: Account? = nil, reason: Reason? = nil,
        trouble: BrokerError? = nil, apps: [AppName]? = nil, defaultService: Service? = nil,
        log: AccessLogStatus? = nil, conflicts: [BrokerError] = []
    ) {
        self.keychain = keychain
        self.conflicts = conflicts
        self.accounts = accounts
        self.acting = acting
        self.reason = reason
        self.trouble = trouble
        self.apps = apps
        self.defaultService = defaultService
        self.log = log
    }
}

/// The places that secrets can be kept in. Exactly one of them is in use: the one that the configuration names.
public enum KeychainKind: String, Hashable, Sendable, CaseIterable {
    /// The keyring of the person's session.
    case secretService = "secret-service"
    /// One encrypted file.
    case vault
}

/// Where secrets are kept, and whether that is open.
public struct KeychainStatus: Hashable, Sendable {
    /// Whether there is a keychain and what can be seen of it.
    public enum State: String, Hashable, Sendable {
        /// Secrets can be read.
        case open
        /// Locked, with what is not secret in view.
        case locked
        /// Locked, and not opened since its program was started: nothing in it can be told.
        case unopened
        /// There is no collection to keep accounts in.
        case absent
        /// No bus, no program that keeps secrets, or one that does not answer.
        case unreachable
        /// It answers, and not with sense; or the configuration cannot be read.
        case unknown
    }

    /// As in ``KeychainKind``; another release may have others. Empty where the configuration that says so cannot be read.
    public var kind: String
    /// The program that keeps the secrets, such as `gnome-keyring-daemon`; `nil` where it cannot be told.
    public var provider: String?
    /// The label of the collection; `nil` where there is none, or it cannot be told.
    public var collection: String?
    /// The file that keeps them; `nil` for a keychain that is no file of ours.
    public var path: String?
    /// Whether it is open.
    public var state: State

    /// Makes a status of its parts.
    public init(
        kind: String, provider: String? = nil, collection: String? = nil, path: String? = nil, state: State
    ) {
        self.kind = kind
        self.provider = provider
        self.collection = collection
        self.path = path
        self.state = state
    }
}

/// An app without its key.
public struct AppName: Hashable, Sendable {
    /// The service that it is registered with.
    public var service: Service
    /// The person's name for it.
    public var name: String

    /// Makes a name of its parts.
    public init(service: Service, name: String) {
        self.service = service
        self.name = name
    }
}

/// Names to offer to somebody who types a command. What cannot be known at once is left out.
public struct KnownNames: Hashable, Sendable {
    /// The accounts that the caller may know of, by number.
    public var accounts: [Account]
    /// The services that are described.
    public var services: [Service]
    /// What is a service once something is said: software that runs on many hosts, by its own name, and what is off until
    /// it is chosen.
    public var otherServices: [Service]
    /// Only for the person at a terminal.
    public var apps: [AppName]
    /// The programs with a remembered answer. Only for the person at a terminal.
    public var programs: [ProgramIdentity]

    /// Makes a set of names; without any, nothing is known.
    public init(
        accounts: [Account] = [], services: [Service] = [], otherServices: [Service] = [], apps: [AppName] = [],
        programs: [ProgramIdentity] = []
    ) {
        self.accounts = accounts
        self.services = services
        self.otherServices = otherServices
        self.apps = apps
        self.programs = programs
    }
}
