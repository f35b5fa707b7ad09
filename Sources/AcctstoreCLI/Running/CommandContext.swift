package import AccountModel
package import AgentClient
package import SocialClient

/// Everything that a command works with. Nothing else of the process is used, so that a test can give all of it.
package struct CommandContext: Sendable {
    package var broker: BrokerProvider
    package var agent: any AgentControl
    package var terminal: any Terminal
    package var input: StandardInput
    package var output: Output
    package var messages: Messages
    package var environment: Environment
    /// Seconds since 1970.
    package var clock: @Sendable () -> Int
    /// A time of that clock, as the person's own clock shows it.
    package var civilTime: @Sendable (Int) -> CivilTime
    /// Starts a program that nobody waits for, such as a browser: its path and its arguments. Whether it was started.
    package var startApart: @Sendable ([String]) -> Bool
    /// What does with a credential what is asked for, in the place of this program.
    package var handover: NearbyProgram
    /// Becomes another program, and throws where that fails. It returns in tests alone.
    package var become: @Sendable (Successor) throws -> Void
    /// Whether questions are allowed; `--no-prompt` forbids them.
    package var mayPrompt = true
    /// Where the vault's passphrase is read from; `nil` where it is asked for.
    package var passphrase: Descriptor?

    package init(
        broker: BrokerProvider, agent: any AgentControl, terminal: any Terminal, input: StandardInput, output: Output,
        messages: Messages, environment: Environment, clock: @escaping @Sendable () -> Int,
        civilTime: @escaping @Sendable (Int) -> CivilTime = CivilTime.local,
        startApart: @escaping @Sendable ([String]) -> Bool = ProgramApart.start,
        handover: NearbyProgram = NearbyProgram("acctstore-reveal"),
        become: @escaping @Sendable (Successor) throws -> Void
    ) {
        self.broker = broker
        self.agent = agent
        self.terminal = terminal
        self.input = input
        self.output = output
        self.messages = messages
        self.environment = environment
        self.clock = clock
        self.civilTime = civilTime
        self.startApart = startApart
        self.handover = handover
        self.become = become
    }
}

extension CommandContext {
    /// The broker, which speaks for this process.
    ///
    /// - Parameter alone: is told why the agent ends with this command, where the next one would need it; without it the person
    ///   is, unless there is no session whose commands could share one.
    func connect(alone: (@Sendable (_ reason: String) -> Void)? = nil) async throws(BrokerError) -> any Broker {
        let (messages, hasSession) = (messages, AgentSolitude.isSession(environment))
        return try await broker.connect(
            .init(
                mayAsk: mayPrompt, terminal: terminal.descriptor, trace: trace,
                opening: VaultOpening(context: self).openInUse,
                alone: alone ?? { reason in if hasSession { messages.note(AgentSolitude.words(reason)) } }))
    }

    private var trace: (@Sendable (RequestTrace) -> Void)? {
        guard messages.level >= .verbose else { return nil }
        let messages = messages
        return { trace in
            for line in trace.lines { messages.detail(OneLine.visible(line, length: 8192)) }
        }
    }

    /// Whether a question on the terminal can be answered now.
    var canAsk: Bool { mayPrompt && terminal.isInForeground }

    /// Whether the person sits before both ends of this command, so that a question is better than an error.
    var isInteractive: Bool { canAsk && input.kind == .terminal && messages.sink.isTerminal }

    /// Columns for texts on a stream.
    func width(of sink: any ByteSink) -> Int {
        if let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 { return columns }
        return sink.width ?? 80
    }
}
