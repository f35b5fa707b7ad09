import AccountModel
import AccountStore
import AgentClient
import GLibBridge
import Synchronization
import TestRig

@testable import AgentService

/// An agent in this process over a broker of the test's own, on a private bus.
struct BusHarness: Sendable {
    let bus: PrivateBus
    let agent: RunningAgent
    /// A client on a connection of its own.
    let client: AgentBroker

    /// Starts a bus, an agent and a client, and takes them down after `body`.
    static func with(
        _ broker: any Broker = MirrorBroker(), idleExit: Duration = .seconds(600),
        callers: CallerFinder? = nil, _ body: (BusHarness) async throws -> Void
    ) async throws {
        try await with(brokers: { _ in broker }, idleExit: idleExit, callers: callers, body)
    }

    /// The same over brokers that depend on who asks.
    static func with(
        brokers: @escaping @Sendable (Caller) -> any Broker, idleExit: Duration = .seconds(600),
        callers: CallerFinder? = nil, _ body: (BusHarness) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let bus = try await PrivateBus.start(in: folder)
        let agent = try await RunningAgent.start(on: bus, brokers: brokers, idleExit: idleExit, callers: callers)
        let client = try await AgentClient.connect(ConnectionOptions(environment: bus.environment))
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(BusHarness(bus: bus, agent: agent, client: client)))
        } catch {
            result = .failure(error)
        }
        agent.terminate()
        await agent.ended.value
        await bus.stop()
        try result.get()
    }

    /// A further client, as `acctstore` makes one for each command.
    func connect(_ options: ConnectionOptions? = nil) async throws -> AgentBroker {
        try await AgentClient.connect(options ?? ConnectionOptions(environment: bus.environment))
    }
}

/// One agent that serves in this process.
struct RunningAgent: Sendable {
    /// Ends when the agent has ended.
    let ended: Task<Void, Never>
    /// The programs whose log-ins were dropped.
    let forgotten: Forgotten
    let changes: AsyncStream<StoreChange>.Continuation
    private let termination: AsyncStream<Int32>.Continuation

    final class Forgotten: Sendable {
        private let names = Mutex<[String]>([])
        var all: [String] { names.withLock { $0 } }
        func add(_ name: String) { names.withLock { $0.append(name) } }
    }

    struct NameTaken: Error {}

    /// What a caller that wants no question is taken for; any other one is taken for the person at a terminal.
    static let program = ProgramIdentity.script("/home/alice/bin/nightly")

    static func start(
        on bus: PrivateBus, brokers: @escaping @Sendable (Caller) -> any Broker, idleExit: Duration = .seconds(600),
        replacing: Bool = false,
        callers: CallerFinder? = nil
    ) async throws -> RunningAgent {
        let thread = GLibThread(name: "test-agent")
        let connection = try await BusConnection.connect(to: bus.address, on: thread)
        return try await start(brokers: brokers, idleExit: idleExit, callers: callers) { parts in
            let beginning = try await AgentLife.begin(on: connection, thread: thread, with: parts, replacing: replacing)
            guard case .serving(let life) = beginning else { throw NameTaken() }
            return life
        }
    }

    /// - Parameter begin: where the agent takes calls.
    static func start(
        brokers: @escaping @Sendable (Caller) -> any Broker, idleExit: Duration = .seconds(600),
        callers: CallerFinder? = nil, begin: (AgentParts) async throws -> AgentLife
    ) async throws -> RunningAgent {
        let (changes, change) = AsyncStream.makeStream(of: StoreChange.self)
        let forgotten = Forgotten()
        let parts = AgentParts(
            caller: { (peer, terminal, interactive) async throws(BrokerError) -> Caller in
                if let callers {
                    return try await callers.caller(of: peer, terminal: terminal, interactive: interactive)
                }
                return Caller(
                    program: interactive ? .terminal : RunningAgent.program,
                    instance: Caller.Instance(rawValue: "shell"), connection: peer.uniqueName, isRunning: { true },
                    terminal: terminal)
            },
            forgetCaller: { _ in }, broker: brokers, forgetUnfinished: { forgotten.add($0) },
            changes: changes, idleExit: idleExit)
        let life = try await begin(parts)
        let (terminations, termination) = AsyncStream.makeStream(of: Int32.self)
        return RunningAgent(
            ended: Task { await life.run(until: terminations) }, forgotten: forgotten, changes: change,
            termination: termination)
    }

    /// What SIGTERM does.
    func terminate() {
        termination.yield(15)
    }
}
