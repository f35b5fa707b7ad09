internal import AccountModel
internal import CShims
internal import GLibBridge
internal import Glibc
internal import SystemCalls

/// Starts the agent that was installed with this program, where the bus cannot.
struct AgentLauncher {
    private let environment: [String: String]
    /// Seconds that an agent has to take its name on the bus.
    private static let patience = 5

    private let agent = NearbyProgram("acctstore-agent")

    init(environment: [String: String]) {
        self.environment = environment
    }

    /// Returns when an agent has the name: this one, or another one that was faster.
    ///
    /// - Parameter replacing: whether to take the name from an agent that runs.
    func start(replacing: Bool) async throws(BrokerError) {
        guard let program = agent.path else {
            throw BrokerError(
                .unavailable, "no agent runs, the bus cannot start one, and there is none to start (\(agent.searched))",
                nextStep: "install acctstore again: acctstore-agent belongs beside it or in libexec/acctstore")
        }
        let environment = environment
        let trouble = await GLibThread(name: "launcher").run {
            AgentLauncher.launch(program, replacing ? ["--replace"] : [], environment: environment)
        }
        if let trouble { throw trouble }
    }

    /// Blocks until the agent has told how it went; what went wrong, or `nil`.
    private static func launch(
        _ program: String, _ options: [String], environment: [String: String]
    ) -> BrokerError? {
        guard var pipe = StatusPipe() else { return failure(program, "no pipe is to be had") }
        var child: pid_t = 0
        let arguments = CStrings([program, "--status-pipe"] + options)
        let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
        let error = pipe.handOver { status in
            // SAFETY: both arrays of C strings live until the call is over, and end with null.
            withExtendedLifetime((arguments, variables)) {
                unsafe acctstore_spawn_detached(program, arguments.pointers, variables.pointers, status, &child)
            }
        }
        guard error == 0 else { return failure(program, SystemError.words(error)) }
        switch pipe.report(within: .seconds(patience)) {
        case .ready:
            // The agent stays our child: in a program that outlives it, its end must not leave a zombie behind.
            let agent = child
            GLibThread(name: "agent-reaper").invoke { waitpid(agent, nil, 0) }
            return nil
        case .trouble(let message, let nextStep):
            _ = end(child)
            return failure(program, message, nextStep: nextStep)
        case .ended:
            return failure(program, "it ended without a word (\(end(child)))")
        case .silence:
            _ = end(child)
            return failure(program, "it was not ready within \(patience) seconds")
        }
    }

    private static func failure(_ program: String, _ cause: String, nextStep: String? = nil) -> BrokerError {
        BrokerError(
            .unavailable, "the agent (\(program)) could not start: \(cause)",
            nextStep: nextStep ?? ShellWord.quoted(program))
    }

    /// Makes sure that a child has ended, and tells how it did.
    private static func end(_ child: pid_t) -> String {
        kill(child, SIGKILL)
        var status: Int32 = 0
        unsafe waitpid(child, &status, 0)
        let signal = status & 0x7F
        return signal == 0 ? "status \(status >> 8 & 0xFF)" : "signal \(signal)"
    }
}
