import AccountModel
import AcctstoreCLI
import AgentClient
import CommandLineKit
import Glibc
import SocialClient
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
    /// Why no broker can be reached.
    var connectionFailure: BrokerError?
    /// Whether stdin and stderr are the terminal, so that a question is better than an error.
    var isInteractive = false
    /// The columns of stdout where that is a terminal.
    var screen: Int?

    struct Outcome {
        var status: Int32
        var output: String
        var messages: String
        var calls: [String]
        var requests: [UnsignedRequest]
        var bodies: [String]
        /// What was shown on the terminal.
        var shown: [String]
        var connections: Int { mayAsk.count }
        /// Of each connection, whether the person may be asked.
        var mayAsk: [Bool]
        /// What was started apart, one command a line.
        var started: [String]
        /// What it became, as a command line whose first word is the number of a descriptor.
        var successor: [String]
    }

    func run(_ arguments: RawArgument...) async throws -> Outcome {
        try await run(arguments)
    }

    func run(_ arguments: [RawArgument]) async throws -> Outcome {
        let broker = RecordingBroker(script)
        let terminal = ScriptedTerminal(typed)
        let output = MemorySink(isTerminal: screen != nil, width: screen, failure: outputFailure)
        let messages = MemorySink(isTerminal: isInteractive)
        let mayAsk = Mutex<[Bool]>([])
        let started = Mutex<[String]>([])
        let successor = Mutex<[String]>([])
        let source = try source()
        let context = CommandContext(
            broker: BrokerProvider { [connectionFailure] reach throws(BrokerError) in
                mayAsk.withLock { $0.append(reach.mayAsk) }
                if let connectionFailure { throw connectionFailure }
                return broker
            },
            agent: FixedAgent(agent: agent), terminal: terminal,
            input: isInteractive ? StandardInput(source.rawValue, kind: .terminal) : StandardInput(source.rawValue),
            output: Output(output), messages: Messages(messages),
            environment: Environment { [environment] in environment[$0] }, clock: { 1_700_000_000 },
            civilTime: TestRun.universalTime,
            startApart: { command in
                started.withLock { $0.append(command.joined(separator: " ")) }
                return true
            },
            handover: NearbyProgram("true", besides: "/usr/bin/acctstore"),
            become: { program in
                successor.withLock { $0 = [program.program] + program.arguments.map { $0.text ?? "-" } }
            })
        let status: Int32
        switch Tool.read(arguments, in: context, version: "1.2.3") {
        case .told(let told): status = told
        case .command(let command): status = await Tool.run(command)
        }
        return Outcome(
            status: status, output: output.text, messages: messages.text, calls: broker.calls,
            requests: broker.requests, bodies: broker.bodies, shown: terminal.shown,
            mayAsk: mayAsk.withLock { $0 }, started: started.withLock(\.self),
            successor: successor.withLock(\.self))
    }

    /// Whatever the zone of the machine is.
    private static func universalTime(_ seconds: Int) -> CivilTime {
        var seconds = time_t(seconds)
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        return unsafe CivilTime(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    }

    private func source() throws -> Descriptor {
        if let input { return try Pipe(holding: input).reader }
        return Descriptor(owning: unsafe open("/dev/null", O_RDONLY | O_CLOEXEC))
    }
}

struct FixedAgent: AgentControl {
    let agent: RunningAgent?

    func runningAgent() async throws(BrokerError) -> RunningAgent? { agent }

    func busFacts() async throws(BrokerError) -> SessionBusFacts? {
        SessionBusFacts(startsAgent: true, hasKeyring: true, startsKeyring: true, hasSystemd: true)
    }

    func stop() async throws(BrokerError) -> Bool { agent != nil }
}
