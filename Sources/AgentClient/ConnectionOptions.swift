public import AccountModel
internal import FoundationEssentials

/// How a program reaches the agent, and where the person may be asked on its behalf.
public struct ConnectionOptions: Sendable {
    /// Which agent will do.
    public enum Agent: Hashable, Sendable {
        /// One of this release: another one is replaced, and where no bus can start one, it is started from beside
        /// this program. For the person's own front ends, which use all that there is.
        case ofThisRelease
        /// The one that runs or that the bus starts, of whatever release; without a session bus, one that a command has left to
        /// others. For programs that keep to the interface
        /// `org.acctstore.Agent1`, which does not change.
        case any
    }

    /// Whether the person may be asked; `--no-prompt` says no.
    public var interactive: Bool
    /// The program's controlling terminal (`/dev/tty`, open for reading and writing), for questions.
    public var terminal: Descriptor?
    /// Seconds after which a call is given up, by this end and by the agent; nil for the usual limits.
    public var timeout: Int?
    /// Which agent will do.
    public var agent: Agent
    /// Where the bus is looked up, and what an agent is started with.
    public var environment: [String: String]
    /// Is told what was sent to services and answered, without secrets, when a call ends; nil where nobody wants to
    /// know.
    public var trace: (@Sendable (RequestTrace) -> Void)?

    /// Opens a keychain that a call found locked, by this program's own way to its person; whether it is open then. The
    /// call is made again where it can be: nothing was done by it. nil where the agent's own question is enough.
    public var opening: (@Sendable (AgentBroker) async throws(BrokerError) -> Bool)?

    /// Is told why the agent that was started for this program ends with it, where that agent keeps a vault: the next
    /// program will have to open it again. nil where nobody wants to know.
    public var alone: (@Sendable (_ reason: String) -> Void)?

    /// What is not given is as usual; `environment` is the process's own then.
    public init(
        interactive: Bool = true, terminal: Descriptor? = nil, timeout: Int? = nil, agent: Agent = .ofThisRelease,
        environment: [String: String]? = nil, trace: (@Sendable (RequestTrace) -> Void)? = nil,
        opening: (@Sendable (AgentBroker) async throws(BrokerError) -> Bool)? = nil,
        alone: (@Sendable (_ reason: String) -> Void)? = nil
    ) {
        self.interactive = interactive
        self.terminal = terminal
        self.timeout = timeout
        self.agent = agent
        self.trace = trace
        self.opening = opening
        self.alone = alone
        self.environment = environment ?? ProcessInfo.processInfo.environment
    }
}
