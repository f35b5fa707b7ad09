import AccountModel
import AccountStore
import AgentClient
import GLibBridge
import Synchronization
import TestRig
import Testing

@Suite("The agent begins and ends in order, and nobody waits in vain")
struct BusLifeTests {
    @Test("of two agents one has the name; the other one is told so")
    func twoAgents() async throws {
        try await BusHarness.with { (harness) async throws in
            await #expect(throws: RunningAgent.NameTaken.self) {
                try await RunningAgent.start(on: harness.bus, brokers: { _ in MirrorBroker() })
            }
            let apps = try await harness.client.apps()
            #expect(apps == [Sample.app])
        }
    }

    @Test("an agent that is replaced finishes its request and ends; the next request goes to the new one")
    func replaced() async throws {
        let gate = Gate()
        let old = MirrorBroker.waiting(at: gate)
        let new = MirrorBroker()
        try await BusHarness.with(old) { (harness) async throws in
            async let answer = harness.client.perform(Sample.post, body: nil, as: .account(Sample.aliceID))
            await gate.waitForVisitor()
            let second = try await RunningAgent.start(on: harness.bus, brokers: { _ in new }, replacing: true)
            #expect(try await harness.client.apps() == [Sample.app])
            gate.open()
            #expect(try await answer.status == 201)
            await harness.agent.ended.value
            second.terminate()
            await second.ended.value
        }
        #expect(old.asked.count == 1)
        #expect(new.asked == ["apps"])
    }

    @Test("a log-in that waits for its person stays with the agent that began it, whoever has the name by then")
    func replacedDuringLogIn() async throws {
        let (old, new) = (MirrorBroker(), MirrorBroker())
        try await BusHarness.with(old) { (harness) async throws in
            let step = try await harness.client.beginLogIn(LogInRequest(service: .twitter, method: .pin))
            guard case .visit(_, let handle) = step else { throw BrokerError(.failed, "\(step)") }
            let second = try await RunningAgent.start(on: harness.bus, brokers: { _ in new }, replacing: true)
            #expect(try await harness.client.apps() == [Sample.app])
            await harness.client.cancelLogIn(handle)
            // It was the last thing that the old agent had to do.
            await harness.agent.ended.value
            second.terminate()
            await second.ended.value
        }
        #expect(old.asked.count == 2)
        #expect(new.asked == ["apps"])
    }

    @Test("a log-in that ended with an error keeps no agent, though the program that began it goes on")
    func failedLogIn() async throws {
        let (old, new) = (MirrorBroker(), MirrorBroker())
        try await BusHarness.with(old) { (harness) async throws in
            let step = try await harness.client.beginLogIn(LogInRequest(service: .twitter, method: .pin))
            guard case .visit(_, let handle) = step else { throw BrokerError(.failed, "\(step)") }
            let second = try await RunningAgent.start(on: harness.bus, brokers: { _ in new }, replacing: true)
            await #expect(throws: BrokerError(.cancelled, "")) {
                _ = try await harness.client.continueLogIn(handle, with: .no)
            }
            await harness.agent.ended.value
            second.terminate()
            await second.ended.value
        }
        #expect(old.asked.count == 2)
    }

    @Test("a log-in that is begun only once its connection has ended keeps no agent")
    func begunTooLate() async throws {
        let gate = Gate()
        try await BusHarness.with(MirrorBroker(beginning: gate)) { (harness) async throws in
            let other = try await harness.connect()
            let beginning = Task { _ = try await other.beginLogIn(LogInRequest(service: .twitter, method: .pin)) }
            await gate.waitForVisitor()
            await other.close()
            try await eventually("the end is seen") { !harness.agent.forgotten.all.isEmpty }
            gate.open()
            let second = try await RunningAgent.start(
                on: harness.bus, brokers: { _ in MirrorBroker() }, replacing: true)
            await harness.agent.ended.value
            beginning.cancel()
            second.terminate()
            await second.ended.value
        }
    }

    @Test("an agent that was replaced and finishes its request can still be told to end")
    func replacedAndTerminated() async throws {
        let gate = Gate()
        let broker = MirrorBroker.waiting(at: gate)
        try await BusHarness.with(broker) { (harness) async throws in
            let write = Task {
                try await harness.client.perform(Sample.post, body: nil, as: .account(Sample.aliceID)).status
            }
            await gate.waitForVisitor()
            let second = try await RunningAgent.start(
                on: harness.bus, brokers: { _ in MirrorBroker() }, replacing: true)
            #expect(try await harness.client.apps() == [Sample.app])
            harness.agent.terminate()
            await harness.agent.ended.value
            await #expect(throws: BrokerError(.outcomeUnknown, "")) { try await write.value }
            gate.open()
            second.terminate()
            await second.ended.value
        }
    }

    @Test("an agent with nothing to do ends")
    func idle() async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let bus = try await PrivateBus.start(in: folder)
        let agent = try await RunningAgent.start(
            on: bus, brokers: { _ in MirrorBroker() }, idleExit: .milliseconds(50))
        await agent.ended.value
        let isThere = try await bus.hasOwner("org.acctstore.Agent1")
        #expect(!isThere)
        await bus.stop()
    }

    @Test("an agent does not end while a request runs, nor while a log-in waits for its person")
    func notIdle() async throws {
        let gate = Gate()
        let broker = MirrorBroker.waiting(at: gate)
        try await BusHarness.with(broker, idleExit: .seconds(8)) { (harness) async throws in
            async let answer = harness.client.perform(Sample.post, body: nil, as: .account(Sample.aliceID))
            await gate.waitForVisitor()
            let other = try await harness.connect()
            // Begun while the request keeps the agent, so that no pause of this machine can end it between the two.
            _ = try await other.beginLogIn(LogInRequest(service: .twitter, method: .pin))
            try await Task.sleep(for: .milliseconds(8500))
            #expect(try await harness.bus.hasOwner("org.acctstore.Agent1"))
            gate.open()
            #expect(try await answer.status == 201)
            try await Task.sleep(for: .milliseconds(8500))
            #expect(try await harness.bus.hasOwner("org.acctstore.Agent1"))
            withExtendedLifetime(other) {}
        }
    }

    @Test("told to end, the agent ends within a second; what runs is refused, a write with an unknown outcome")
    func terminated() async throws {
        let gate = Gate()
        let broker = MirrorBroker.waiting(at: gate)
        try await BusHarness.with(broker) { (harness) async throws in
            let get = UnsignedRequest(method: "GET", url: "https://api.example/x")
            let read = Task { try await harness.client.perform(get, body: nil, as: .account(Sample.aliceID)).status }
            let write = Task {
                try await harness.client.perform(Sample.post, body: nil, as: .account(Sample.aliceID)).status
            }
            await gate.waitForVisitor()
            await gate.waitForVisitor()
            let start = ContinuousClock.now
            harness.agent.terminate()
            await harness.agent.ended.value
            // The agent allows itself less than a second; the rest is room for a busy machine.
            #expect(start.duration(to: .now) < .seconds(10))
            await #expect(throws: BrokerError(.unavailable, "")) { try await read.value }
            await #expect(throws: BrokerError(.outcomeUnknown, "")) { try await write.value }
            gate.open()
        }
    }

    @Test("a request that can still be finished is answered before the end")
    func finishedBeforeEnd() async throws {
        let gate = Gate()
        let broker = MirrorBroker.waiting(at: gate)
        try await BusHarness.with(broker) { (harness) async throws in
            let write = Task {
                try await harness.client.perform(Sample.post, body: nil, as: .account(Sample.aliceID)).status
            }
            await gate.waitForVisitor()
            harness.agent.terminate()
            gate.open()
            let status = try await write.value
            #expect(status == 201)
        }
    }

    @Test("when the bus ends, so does the agent, and callers get an error")
    func busGone() async throws {
        try await BusHarness.with { (harness) async throws in
            await harness.bus.stop()
            await harness.agent.ended.value
            await #expect(throws: BrokerError(.unavailable, "")) { try await harness.client.apps() }
        }
    }

    @Test("what a program asked for is stopped when its connection ends, and its log-ins are dropped")
    func vanished() async throws {
        let gate = Gate()
        let cancelled = Gate()
        let broker = MirrorBroker(performing: { (_, _) async throws(BrokerError) -> Response in
            gate.visit()
            try? await Task.sleep(for: .seconds(3600))
            cancelled.visit()
            throw BrokerError(.cancelled, "cancelled")
        })
        try await BusHarness.with(broker) { (harness) async throws in
            let thread = GLibThread(name: "caller")
            let connection = try await BusConnection.connect(to: harness.bus.address, on: thread)
            let name = connection.uniqueName
            let call = Task { try await connection.perform("POST") }
            await gate.waitForVisitor()
            await connection.close()
            await cancelled.waitForVisitor()
            try await eventually("the log-ins are dropped") { harness.agent.forgotten.all.contains(name) }
            call.cancel()
        }
    }

    @Test("a request is given up after the time that its caller gives it")
    func timeout() async throws {
        let broker = MirrorBroker(performing: { (_, _) async throws(BrokerError) -> Response in
            try? await Task.sleep(for: .seconds(3600))
            throw BrokerError(.outcomeUnknown, "given up")
        })
        try await BusHarness.with(broker) { (harness) async throws in
            let connection = try await BusConnection.connect(
                to: harness.bus.address, on: GLibThread(name: "caller"))
            await #expect {
                try await connection.perform("POST", options: ["timeout": .uint32(3)])
            } throws: { error in
                (error as? GLibError)?.remoteName == "org.acctstore.Error.OutcomeUnknown"
            }
        }
    }

    @Test("changes are told to the programs that they concern, and to no other")
    func changes() async throws {
        try await BusHarness.with { (harness) async throws in
            let connection = try await BusConnection.connect(
                to: harness.bus.address, on: GLibThread(name: "caller"))
            let stranger = try await BusConnection.connect(
                to: harness.bus.address, on: GLibThread(name: "stranger"))
            let heard = await connection.signals(interface: "org.acctstore.Agent1")
            let overheard = Mutex<[String]>([])
            let listening = Task {
                for await signal in await stranger.signals(interface: "org.acctstore.Agent1") {
                    overheard.withLock { $0.append(signal.member) }
                }
            }
            _ = try await connection.agent("ListAccounts", [.string(""), .dictionary([:])])
            _ = try await stranger.callBus("GetId")
            harness.agent.changes.yield(.access(.cron, .twitter))
            harness.agent.changes.yield(.accounts(.twitter))
            harness.agent.changes.yield(.access(.terminal, Sample.mastodon))
            var signals: [String] = []
            for await signal in heard.prefix(2) {
                signals.append("\(signal.member) \(signal.message[0]?.string ?? "")")
            }
            #expect(signals == ["AccountsChanged twitter", "AccessChanged mastodon/social.example"])
            // What was sent to it before this answer has arrived before it.
            _ = try await stranger.callBus("GetId")
            listening.cancel()
            #expect(overheard.withLock { $0 }.isEmpty)
        }
    }
}

extension MirrorBroker {
    /// One whose requests wait at a gate; they do not even hear that they are cancelled.
    fileprivate static func waiting(at gate: Gate) -> MirrorBroker {
        MirrorBroker(performing: { (_, _) async throws(BrokerError) -> Response in
            await gate.wait()
            return Response(status: 201, headers: [], body: Body { nil })
        })
    }
}
