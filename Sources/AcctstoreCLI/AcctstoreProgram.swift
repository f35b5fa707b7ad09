import AccountModel
import AgentClient
import CommandLineKit
import Glibc

/// The program `acctstore`: the command line in the process that it was started as.
public enum AcctstoreProgram {
    /// Does what the command line says, and ends the process with its exit status.
    public static func main() -> Never {
        let inherited = InheritedState.replace()
        // libdispatch tells the system's log whenever its manager does not get the priority that only root has.
        setlogmask(1 << LOG_EMERG)
        checkArguments()
        switch Tool.read(RawArgument.ofThisProcess(), in: context(inherited), version: AgentClient.release) {
        case .told(let status): exit(status)
        case .command(let command):
            do throws(BrokerError) {
                // Not raised: a command of `exec` has the limit that it was given.
                try DescriptorLimit.check(for: Tool.command.name, least: leastDescriptors, raising: false)
            } catch {
                exit(Tool.refuse(command, error))
            }
            AgentClient.task { exit(await Tool.run(command)) }
            while true { pause() }
        }
    }

    /// Swift reads the arguments from `/proc`: without it there would be none, and a post would end as the help does, with 0.
    private static func checkArguments() {
        guard CommandLine.argc == 0 else { return }
        let error = BrokerError(.unavailable, "what was typed cannot be read, since there is no /proc here")
        Messages(DescriptorSink(STDERR_FILENO)).error(error)
        exit(error.code.exitStatus)
    }

    /// For the threads and connections that any command has, with some to spare for files and programs.
    private static let leastDescriptors = 32

    private static func context(_ inherited: InheritedState) -> CommandContext {
        CommandContext(
            broker: BrokerProvider { reach throws(BrokerError) in
                try await AgentClient.connect(
                    ConnectionOptions(
                        interactive: reach.mayAsk, terminal: reach.terminal, trace: reach.trace, opening: reach.opening,
                        alone: reach.alone)
                )
            },
            agent: SessionAgent(), terminal: ControllingTerminal(), input: StandardInput(),
            output: Output(DescriptorSink(STDOUT_FILENO)), messages: Messages(DescriptorSink(STDERR_FILENO)),
            environment: .ofThisProcess, clock: { time(nil) },
            become: { successor in throw successor.become(restoring: inherited) })
    }
}

/// The agent of this session.
private struct SessionAgent: AgentControl {
    func runningAgent() async throws(BrokerError) -> RunningAgent? {
        try await AgentClient.status().map {
            RunningAgent(release: $0.release, processID: $0.processID, place: $0.place)
        }
    }

    func busFacts() async throws(BrokerError) -> SessionBusFacts? {
        try await AgentClient.busFacts()
    }

    func stop() async throws(BrokerError) -> Bool {
        try await AgentClient.stop()
    }
}
