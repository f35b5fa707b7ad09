internal import AccountModel
internal import AgentProtocol
internal import CShims
internal import GLibBridge
internal import Glibc
internal import SystemCalls

/// Starts the agent that was installed with this program, where no bus can.
struct AgentLauncher {
    enum Outcome: Sendable {
        /// With the reason why no further program finds the agent, where one would need it.
        case started(alone: String?)
        /// Another agent serves already, and the one that was started has ended.
        case taken
        case failed(BrokerError)
    }

    private let environment: [String: String]
    /// Seconds that an agent has to be ready.
    private static let patience = 5

    private let agent = NearbyProgram("acctstore-agent")

    init(environment: [String: String]) {
        self.environment = environment
    }

    /// Returns when an agent has the name on the bus: this one, or another one that was faster.
    ///
    /// - Parameter replacing: whether to take the name from an agent that runs.
    func start(replacing: Bool) async throws(BrokerError) {
        _ = try await launch(replacing ? ["--replace"] : [], lending: nil)
    }

    /// Starts an agent for this program alone, at the other end of a pair of sockets.
    ///
    /// - Parameter replacing: whether to take over from an agent that waits for the session's commands.
    /// - Returns: this end, and why the agent ends with this program, where the next one would need it; `nil` where another
    ///   agent waits for the session's commands by now.
    func startPrivately(replacing: Bool) async throws(BrokerError) -> (socket: LocalSocket, alone: String?)? {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        // SAFETY: the array has the two elements that socketpair writes.
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw AgentLauncher.noSocket() }
        let own = OwnedDescriptor(taking: ends[0])
        guard let other = Descriptor(movingAside: Descriptor(owning: ends[1])) else { throw AgentLauncher.noSocket() }
        let options = ["--connection", "\(AgentLauncher.connectionNumber)"] + (replacing ? ["--replace"] : [])
        guard let started = try await launch(options, lending: other) else { return nil }
        do throws(GLibError) {
            return (try LocalSocket(own), started.alone)
        } catch {
            throw BrokerError(.failed, "no socket is to be had: \(error.message)")
        }
    }

    /// What the agent's end is called there, by `acctstore_spawn_detached`.
    private static let connectionNumber = 4

    private static func noSocket() -> BrokerError {
        BrokerError(.failed, "no socket is to be had: \(SystemError.words(errno))")
    }

    private struct Started {
        let alone: String?
    }

    /// `nil` where another agent serves already.
    private func launch(_ options: [String], lending connection: Descriptor?) async throws(BrokerError) -> Started? {
        guard let program = agent.path else {
            throw BrokerError(
                .unavailable, "no agent runs, the bus cannot start one, and there is none to start (\(agent.searched))",
                nextStep: "install acctstore again: acctstore-agent belongs beside it or in libexec/acctstore")
        }
        let environment = environment
        let outcome = await GLibThread(name: "launcher").run {
            AgentLauncher.launch(program, options, lending: connection, environment: environment)
        }
        switch outcome {
        case .started(let alone): return Started(alone: alone)
        case .taken: return nil
        case .failed(let error): throw error
        }
    }

    /// Blocks until the agent has told how it went.
    private static func launch(
        _ program: String, _ options: [String], lending connection: Descriptor?, environment: [String: String]
    ) -> Outcome {
        guard var pipe = StatusPipe() else { return failure(program, "no pipe is to be had") }
        var child: pid_t = 0
        let arguments = CStrings([program, "--status-pipe"] + options)
        let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
        let error = pipe.handOver { status in
            // SAFETY: both arrays of C strings live until the call is over, and end with null.
            withExtendedLifetime((arguments, variables, connection)) {
                unsafe acctstore_spawn_detached(
                    program, arguments.pointers, variables.pointers, status, connection?.rawValue ?? -1, &child)
            }
        }
        guard error == 0 else { return failure(program, SystemError.words(error)) }
        switch pipe.report(within: .seconds(patience)) {
        case .ready(let alone):
            reap(child)
            return .started(alone: alone)
        case .taken where connection == nil:
            reap(child)
            return .started(alone: nil)
        case .taken:
            _ = end(child)
            return .taken
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

    /// The agent stays our child: in a program that outlives it, its end must not leave a zombie behind.
    private static func reap(_ child: pid_t) {
        GLibThread(name: "agent-reaper").invoke { waitpid(child, nil, 0) }
    }

    private static func failure(_ program: String, _ cause: String, nextStep: String? = nil) -> Outcome {
        .failed(
            BrokerError(
                .unavailable, "the agent (\(program)) could not start: \(cause)",
                nextStep: nextStep ?? ShellWord.quoted(program)))
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

extension Descriptor {
    /// The same with a number that no program that is started has for anything; `nil` where there is none left.
    convenience init?(movingAside descriptor: Descriptor) {
        let copy = fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 10)
        guard copy >= 0 else { return nil }
        self.init(owning: copy)
    }
}
