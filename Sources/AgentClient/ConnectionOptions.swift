public import AccountModel
internal import FoundationEssentials

/// How a program reaches the agent, and where the person may be asked on its behalf.
public struct ConnectionOptions: Sendable {
    /// Whether the person may be asked; `--no-prompt` says no.
    public var interactive: Bool
    /// The program's controlling terminal (`/dev/tty`, open for reading and writing), for questions.
    public var terminal: Descriptor?
    /// Where the bus is looked up, and what an agent is started with.
    public var environment: [String: String]
    /// Is told what was sent to services and answered, without secrets, when a call ends; nil where nobody wants to
    /// know.
    public var trace: (@Sendable (RequestTrace) -> Void)?

    /// - Parameter environment: the process's own where it is not given.
    public init(
        interactive: Bool = true, terminal: Descriptor? = nil, environment: [String: String]? = nil,
        trace: (@Sendable (RequestTrace) -> Void)? = nil
    ) {
        self.interactive = interactive
        self.terminal = terminal
        self.trace = trace
        self.environment = environment ?? ProcessInfo.processInfo.environment
    }
}
