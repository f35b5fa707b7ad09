import AccountModel
import AccountStore
import AgentClient
import GLibBridge
import TestRig
import Testing

@testable import AgentService

@Suite("The sequence of changes")
struct BusChangesTests {
    @Test("has what concerns the program and nothing else, the first at first")
    func order() async throws {
        try await BusHarness.with { (harness) async throws in
            var changes = try await harness.client.changes.makeAsyncIterator()
            harness.agent.changes.yield(.access(.cron, .twitter))
            for change: StoreChange in [
                .accounts(.twitter), .access(.terminal, Sample.mastodon), .accounts(.twitter),
                .accounts(Sample.mastodon),
            ] {
                harness.agent.changes.yield(change)
            }
            // Whoever reads late is told the same once; what comes after the first reading is told again.
            let last: Set<AgentChange> = [.access(Sample.mastodon), .accounts(Sample.mastodon)]
            var told: [AgentChange] = []
            while !last.isSubset(of: told), let change = await changes.next() { told.append(change) }
            #expect(told.first == .accounts(.twitter))
            #expect(Set(told) == last.union([.accounts(.twitter)]))
        }
    }

    @Test("has nothing more of accounts whose access changed, until the program has asked for them again")
    func lostAccess() async throws {
        try await BusHarness.with { (harness) async throws in
            let options = ConnectionOptions(interactive: false, environment: harness.bus.environment)
            let program = try await harness.connect(options)
            var changes = try await program.changes.makeAsyncIterator()
            for change: StoreChange in [
                .accounts(.twitter), .access(RunningAgent.program, .twitter), .accounts(.twitter),
                .access(RunningAgent.program, Sample.mastodon),
            ] {
                harness.agent.changes.yield(change)
            }
            var heard: [AgentChange] = []
            while heard.last != .access(Sample.mastodon), let change = await changes.next() { heard.append(change) }
            #expect(heard == [.accounts(.twitter), .access(.twitter), .access(Sample.mastodon)])
            _ = try await program.accounts(of: nil)
            harness.agent.changes.yield(.accounts(.twitter))
            #expect(await changes.next() == .accounts(.twitter))
        }
    }

    @Test("goes on with the next agent, and tells of every service that was known")
    func nextAgent() async throws {
        try await BusHarness.with { (harness) async throws in
            let known = Set(try await harness.client.accounts(of: nil).map(\.service))
            var changes = try await harness.client.changes.makeAsyncIterator()
            let next = try await RunningAgent.start(on: harness.bus, brokers: { _ in MirrorBroker() }, replacing: true)
            var told: Set<AgentChange> = []
            let all = Set(known.flatMap { [AgentChange.accounts($0), .access($0)] })
            while told != all, let change = await changes.next() {
                #expect(all.contains(change))
                told.insert(change)
            }
            // The new agent tells this program, which has asked it for nothing else.
            next.changes.yield(.accounts(.twitter))
            #expect(await changes.next() == .accounts(.twitter))
            next.terminate()
            await next.ended.value
        }
    }

    @Test("keeps an idle agent, until its reader is gone")
    func idle() async throws {
        let gate = Gate()
        let broker = MirrorBroker(performing: { (_, _) async throws(BrokerError) -> Response in
            await gate.wait()
            return Response(status: 201, headers: [], body: Body { nil })
        })
        try await BusHarness.with(broker, idleExit: .seconds(4)) { (harness) async throws in
            // Keeps the agent until it is watched, so that no pause of this machine can end it before.
            async let answer = harness.client.perform(Sample.post, body: nil, as: .account(Sample.aliceID))
            await gate.waitForVisitor()
            let connection = try await BusConnection.connect(to: harness.bus.address, on: GLibThread(name: "caller"))
            _ = try await connection.agent(
                "ListAccounts", [.string(""), .dictionary(["watch": .boolean(true)])])
            let owner = try await connection.owner(of: "org.acctstore.Agent1")
            gate.open()
            #expect(try await answer.status == 201)
            try await Task.sleep(for: .milliseconds(4500))
            #expect(try await connection.owner(of: "org.acctstore.Agent1") == owner)
            await connection.close()
            await harness.agent.ended.value
        }
    }

    @Test("ends with the connection, and with its reader's task")
    func end() async throws {
        try await BusHarness.with { (harness) async throws in
            let changes = try await harness.client.changes
            let reading = Task {
                for await _ in changes {}
                return true
            }
            reading.cancel()
            #expect(await reading.value)
            var iterator = try await harness.connect().changes.makeAsyncIterator()
            await harness.bus.stop()
            while await iterator.next() != nil {}
        }
    }
}
