public import AccountModel

/// A program that asks, as the agent found it.
public struct Caller: Sendable {
    /// One running process, or one sandbox instance: what an answer of "once" holds for.
    public struct Instance: Hashable, Sendable {
        /// Differs between any two processes, also where a process id is used again.
        public let rawValue: String

        /// Names an instance by what differs between any two.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// Which run of the program began something, and over which connection: what it did not finish goes with that.
    struct Origin: Hashable, Sendable {
        let instance: Instance
        let connection: String
    }

    /// What the agent found it to be.
    public var program: ProgramIdentity
    /// Which run of the program it is.
    public var instance: Instance
    /// What it asks over. Several commands of one shell are one instance, each with a connection of its own.
    public var connection: String
    /// The process that asked and those above it, for the question and the log.
    public var provenance: Provenance
    /// Whether the process of `instance` still runs; an answer of "once" ends with it.
    public var isRunning: @Sendable () -> Bool
    /// The caller's controlling terminal, checked to be that, where the caller passed it.
    public var terminal: Descriptor?
    /// What a no to a program without a name holds for: the session (setsid(2)) of its process, the outermost namespace of
    /// its sandbox, or the session of the proxy that stands before that.
    public var session: String
    /// Where the person may be asked: nowhere where the caller said so, runs in the background, or has nobody. Looked for
    /// once when a question comes up, which few requests lead to: that takes a while.
    public var place: @Sendable () async -> AskingPlace
    /// Whether the person's keys still reach the caller. A question is withdrawn once it ended, was stopped or was put
    /// into the background: what is typed then is meant for another program.
    public var isInForeground: @Sendable () -> Bool
    /// Is told what is sent and answered on the caller's behalf, without secrets; nil where the caller does not want to
    /// know.
    public var trace: (@Sendable (RequestTrace) -> Void)?

    /// A caller who cannot be asked about, unless `place` says otherwise; its session and its connection are its instance where
    /// none are given.
    public init(
        program: ProgramIdentity, instance: Instance, connection: String? = nil, provenance: Provenance = Provenance(),
        isRunning: @escaping @Sendable () -> Bool, terminal: Descriptor? = nil, session: String? = nil,
        place: @escaping @Sendable () async -> AskingPlace = { .nowhere(because: "it has no terminal") },
        isInForeground: @escaping @Sendable () -> Bool = { true },
        trace: (@Sendable (RequestTrace) -> Void)? = nil
    ) {
        self.program = program
        self.instance = instance
        self.connection = connection ?? instance.rawValue
        self.provenance = provenance
        self.isRunning = isRunning
        self.terminal = terminal
        self.session = session ?? instance.rawValue
        self.place = place
        self.isInForeground = isInForeground
        self.trace = trace
    }

    var origin: Origin { Origin(instance: instance, connection: connection) }
}
