import AccountModel
import AccountStore
import GLibBridge
import Synchronization
import TestRig
import Testing

@testable import AgentService

@Suite("Who is connected is found out once, and forgotten at the end of the connection")
struct BusConnectionsTests {
    @Test("a program that is gone before it is known is refused, and nothing of it stays")
    func goneEarly() async throws {
        try await withProgram { (bus, program) async throws in
            let forgetting = Gate()
            let known = Mutex<Set<String>>([])
            let connections = connections(
                bus,
                forgetCaller: { name in
                    _ = known.withLock { $0.remove(name) }
                    forgetting.visit()
                },
                caller: { peer in
                    await program.close()
                    await forgetting.waitForVisitor()
                    _ = known.withLock { $0.insert(peer.uniqueName) }
                })
            let name = program.uniqueName
            await #expect(throws: BrokerError(.accessDenied, "")) {
                _ = try await connections.caller(of: name, terminal: nil, interactive: false)
            }
            #expect(known.withLock { $0.isEmpty })
        }
    }

    @Test("a program that asks for properties again and again is looked at once")
    func properties() async throws {
        try await withProgram { (bus, program) async throws in
            let looks = Mutex(0)
            let connections = connections(bus, caller: { _ in looks.withLock { $0 += 1 } })
            for _ in 0..<10 { await connections.identify(program.uniqueName) }
            #expect(looks.withLock { $0 } == 1)
        }
    }

    private func connections(
        _ bus: BusConnection, forgetCaller: @escaping @Sendable (String) async -> Void = { _ in },
        caller: @escaping @Sendable (Peer) async -> Void
    ) -> Connections {
        let parts = AgentParts(
            caller: { (peer, terminal, _) async throws(BrokerError) -> Caller in
                await caller(peer)
                return Caller(
                    program: .terminal, instance: Caller.Instance(rawValue: peer.uniqueName), isRunning: { true },
                    terminal: terminal)
            },
            forgetCaller: forgetCaller, broker: { _ in MirrorBroker() }, forgetUnfinished: { _ in },
            changes: AsyncStream { $0.finish() }, idleExit: .seconds(600))
        return Connections(at: BusGateway(bus), parts: parts, requests: RequestBook())
    }

    /// Gives the agent's connection to a bus, and a program's.
    private func withProgram(_ body: (BusConnection, BusConnection) async throws -> Void) async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let bus = try await PrivateBus.start(in: folder)
        let agent = try await BusConnection.connect(to: bus.address, on: GLibThread(name: "agent"))
        let program = try await BusConnection.connect(to: bus.address, on: GLibThread(name: "program"))
        try await body(agent, program)
        await bus.stop()
    }
}
