import AccountModel
import AcctstoreCLI
import CommandLineKit
import Glibc
import Synchronization

/// One run of the command line, with everything around it as the test says.
struct TestRun {
    var script = RecordingBroker.Script()
    /// What the person types; `nil` for no terminal.
    var typed: [String]?
    /// What stands on standard input; `nil` for `/dev/null`.
    var input: [UInt8]?
    var environment: [String: String] = [:]
    var outputFailure: SinkError?
    var agent: RunningAgent?
    /// Whether stdin and stderr are the terminal, so that a question is better than an error.
    var isInteractive = false

    struct Outcome {
        var status: Int32
        var output: String
        var messages: String
        var calls: [String]
        var requests: [UnsignedRequest]
        /// What was shown on the terminal.
        var shown: [String]
        var connections: Int
        /// What was started apart, one command a line.
        var started: [String]
    }

    func run(_ arguments: RawArgument...) async throws -> Outcome {
        try await run(arguments)
    }

    func run(_ arguments: [RawArgument]) async throws -> Outcome {
        let broker = RecordingBroker(script)
        let terminal = ScriptedTerminal(typed)
        let output = MemorySink(failure: outputFailure)
        let messages = MemorySink(isTerminal: isInteractive)
        let connections = Counter()
        let started = Mutex<[String]>([])
        let source = try source()
        let context = CommandContext(
            broker: BrokerProvider { _ throws(BrokerError) in
                connections.add()
                return broker
            },
            agent: FixedAgent(agent: agent), terminal: terminal,
            input: isInteractive ? StandardInput(source.rawValue, kind: .terminal) : StandardInput(source.rawValue),
            output: Output(output), messages: Messages(messages),
            environment: Environment { [environment] in environment[$0] }, clock: { 1_700_000_000 },
            startApart: { command in
                started.withLock { $0.append(command.joined(separator: " ")) }
                return true
            })
        let status: Int32
        switch Tool.read(arguments, in: context, version: "1.2.3") {
        case .told(let told): status = told
        case .command(let command): status = await Tool.run(command)
        }
        return Outcome(
            status: status, output: output.text, messages: messages.text, calls: broker.calls,
            requests: broker.requests, shown: terminal.shown, connections: connections.count,
            started: started.withLock(\.self))
    }

    private func source() throws -> Descriptor {
        if let input { return try Pipe(holding: input).reader }
        return Descriptor(owning: unsafe open("/dev/null", O_RDONLY | O_CLOEXEC))
    }
}

struct FixedAgent: AgentControl {
    let agent: RunningAgent?

    func runningAgent() async throws(BrokerError) -> RunningAgent? { agent }

    func stop() async throws(BrokerError) -> Bool { agent != nil }
}
