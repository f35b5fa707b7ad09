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
        let isStatusPipe = arguments.contains("--status-pipe")
        AgentProcess.harden(keepingStatusPipe: isStatusPipe)
        let report = StatusReport(hasPipe: isStatusPipe)
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
        case .serve: try await serve(replacing: arguments.isReplacing, report)
        }
    }

    private static func serve(replacing: Bool, _ report: StatusReport) async throws(BrokerError) {
        let environment = ProcessInfo.processInfo.environment
        let thread = GLibThread(name: "bus")
        let terminations = await UnixSignals.stream(of: [SIGTERM, SIGINT, SIGHUP], on: thread)
        let bus: BusConnection
        do throws(SessionBusError) {
            bus = try await BusConnection.session(environment: environment, on: thread)
        } catch {
            throw error.explained
        }
        let parts = try AgentParts.ofThisMachine(environment: environment, thread: thread, bus: bus)
        do throws(GLibError) {
            switch try await AgentLife.begin(on: bus, thread: thread, with: parts, replacing: replacing) {
            case .taken:
                // Whoever wanted an agent has one.
                report.ready()
            case .serving(let life):
                report.ready()
                await life.run(until: terminations)
            }
        } catch {
            throw BrokerError(.unavailable, "the session bus did not give the agent its name: \(error.message)")
        }
    }
}
