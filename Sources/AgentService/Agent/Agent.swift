internal import AccountModel
internal import AgentProtocol
internal import FoundationEssentials
internal import GLibBridge
internal import Glibc

/// The program `acctstore-agent`.
public enum Agent {
    /// Runs the agent; returns never, and ends the process with a status of sysexits.h.
    ///
    /// Call it first in `main`, while the process has one thread.
    public static func main(_ arguments: [String]) -> Never {
        let lent = AgentArguments.lent(arguments)
        AgentProcess.harden(keeping: lent)
        let report = StatusReport(hasPipe: lent.hasStatusPipe)
        // From the main thread a task would have a priority that only root can give it.
        Task(priority: .medium) {
            do throws(BrokerError) {
                try await run(AgentArguments(arguments), report)
                exit(0)
            } catch {
                report.trouble(error)
                exit(error.code.exitStatus)
            }
        }
        while true { pause() }
    }

    private static func run(_ arguments: AgentArguments, _ report: StatusReport) async throws(BrokerError) {
        switch arguments.action {
        case .showHelp: StatusReport.write(AgentArguments.help, to: STDOUT_FILENO)
        case .showVersion:
            StatusReport.write("acctstore-agent \(AgentVersion.current.release)\n", to: STDOUT_FILENO)
        case .serve:
            try DescriptorLimit.check(for: "the agent", least: leastDescriptors, raising: true)
            let thread = GLibThread(name: "bus")
            let terminations = await UnixSignals.stream(of: [SIGTERM, SIGINT, SIGHUP], on: thread)
            let beginning =
                if let connection = arguments.connection {
                    try await servePrivately(connection, replacing: arguments.isReplacing, on: thread)
                } else {
                    try await serveOnBus(replacing: arguments.isReplacing, on: thread)
                }
            switch beginning {
            case .taken: report.taken()
            case .serving(let life):
                report.ready(alone: life.alone)
                await life.run(until: terminations)
            }
        }
    }

    /// For its threads and connections, and for a handful of requests at a time.
    private static let leastDescriptors = 64

    private static func serveOnBus(
        replacing: Bool, on thread: GLibThread
    ) async throws(BrokerError) -> AgentLife.Beginning {
        let environment = ProcessInfo.processInfo.environment
        let bus: BusConnection
        do throws(SessionBusError) {
            bus = try await BusConnection.session(environment: environment, on: thread)
        } catch {
            throw error.explained(in: environment)
        }
        let parts = try AgentParts.ofThisMachine(environment: environment, thread: thread, bus: bus)
        do throws(GLibError) {
            return try await AgentLife.begin(on: bus, thread: thread, with: parts, replacing: replacing)
        } catch {
            throw BrokerError(.unavailable, "the session bus did not give the agent its name: \(error.message)")
        }
    }

    /// Serves the command that started this agent for itself; where there is a place for it, the session's next ones too.
    private static func servePrivately(
        _ descriptor: Int32, replacing: Bool, on thread: GLibThread
    ) async throws(BrokerError) -> AgentLife.Beginning {
        let environment = ProcessInfo.processInfo.environment
        let command = try ParentCommand(at: descriptor)
        let takeovers = await UnixSignals.stream(of: [MeetingSocket.takeover], on: thread).mapped { _ in }
        let parts = try AgentParts.ofThisMachine(environment: environment, thread: thread, bus: nil)
        let gateway = PeerGateway(thread: thread, takeovers: takeovers)
        var meeting: MeetingSocket?
        var alone: String?
        if parts.outlivesCommand, let place = AgentMeetingPlace(environment: environment) {
            switch await MeetingSocket.open(at: place, replacing: replacing) {
            case .taken: return .taken
            case .waiting(let socket): meeting = socket
            case .nowhere(let reason): alone = reason
            }
        } else if parts.outlivesCommand {
            alone = RuntimeFolderObstacle(environment["XDG_RUNTIME_DIR"])?.words
        }
        var life: AgentLife
        do throws(GLibError) {
            life = try await AgentLife.begin(at: gateway, thread: thread, with: parts)
        } catch {
            throw BrokerError(.failed, "the agent cannot take calls: \(error.message)")
        }
        life.alone = alone
        if let meeting { gateway.listen(at: meeting) }
        gateway.admit(command.socket, held: command.process)
        return .serving(life)
    }
}
