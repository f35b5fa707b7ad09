import AccountModel
import AccountStore
import AgentClient
import AgentProtocol
import GLibBridge
import TestRig

@testable import AgentService

/// An agent in this process over a broker of the test's own, without a bus: at a meeting place in a folder of its own.
struct PeerHarness: Sendable {
    let agent: RunningAgent
    let place: AgentMeetingPlace
    /// What a program needs to find the agent.
    let environment: [String: String]
    let client: AgentBroker

    static func with(
        _ broker: any Broker = MirrorBroker(), idleExit: Duration = .seconds(600), callers: CallerFinder? = nil,
        _ body: (PeerHarness) async throws -> Void
    ) async throws {
        try await with(brokers: { _ in broker }, idleExit: idleExit, callers: callers, body)
    }

    static func with(
        brokers: @escaping @Sendable (Caller) -> any Broker, idleExit: Duration = .seconds(600),
        callers: CallerFinder? = nil, _ body: (PeerHarness) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let environment = ["XDG_RUNTIME_DIR": try folder.makeFolder("run")]
        guard let place = AgentMeetingPlace(environment: environment) else { throw RigError("no meeting place") }
        let thread = GLibThread(name: "test-agent")
        let gateway = PeerGateway(thread: thread, takeovers: AsyncStream { _ in })
        let agent = try await RunningAgent.start(brokers: brokers, idleExit: idleExit, callers: callers) { parts in
            guard case .waiting(let meeting) = await MeetingSocket.open(at: place, replacing: false) else {
                throw RunningAgent.NameTaken()
            }
            let life = try await AgentLife.begin(at: gateway, thread: thread, with: parts)
            gateway.listen(at: meeting)
            return life
        }
        let client = try await AgentClient.connect(ConnectionOptions(environment: environment))
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await body(PeerHarness(agent: agent, place: place, environment: environment, client: client)))
        } catch {
            result = .failure(error)
        }
        agent.terminate()
        await agent.ended.value
        try result.get()
    }

    /// A further client, as `acctstore` makes one for each command.
    func connect(_ options: ConnectionOptions? = nil) async throws -> AgentBroker {
        try await AgentClient.connect(options ?? ConnectionOptions(environment: environment))
    }
}
