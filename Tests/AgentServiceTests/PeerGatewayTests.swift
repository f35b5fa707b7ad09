import AccountModel
import AccountStore
import AgentClient
import AgentProtocol
import GLibBridge
import Glibc
import Synchronization
import TestRig
import Testing

@testable import AgentService

@Suite("An agent without a bus serves as one on a bus does", .serialized)
struct PeerGatewayTests {
    @Test("a body and its answer stream through, byte for byte", arguments: [0, 100_000, 3_000_000])
    func streams(size: Int) async throws {
        let broker = MirrorBroker(performing: { (_, body) async throws(BrokerError) -> Response in
            guard let body else { throw BrokerError(.failed, "no body") }
            return Response(status: 200, headers: [], body: Body { () throws(BrokerError) in try await body.next() })
        })
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await PeerHarness.with(broker) { (harness) async throws in
            let response = try await harness.client.perform(
                Sample.post, body: chunks(of: bytes), as: .account(Sample.aliceID))
            #expect(try await response.body.collect(upTo: 10_000_000) == bytes)
        }
    }

    @Test("who asks is the process that connected, found out by the kernel's word and held")
    func identity() async throws {
        let seen = Mutex<[Caller]>([])
        let brokers: @Sendable (Caller) -> any Broker = { caller in
            seen.withLock { $0.append(caller) }
            return MirrorBroker()
        }
        try await PeerHarness.with(brokers: brokers, callers: CallerFinder()) { (harness) async throws in
            _ = try await harness.client.apps()
        }
        let caller = try #require(seen.withLock { $0.first })
        #expect(!caller.provenance.steps.isEmpty)
        #expect(caller.isRunning())
    }

    @Test("whom the agent does not serve is refused, had the socket let it through")
    func notServed() async throws {
        let callers = CallerFinder(processes: ProcFileSystem(), owner: geteuid() + 1, frontEnds: [])
        try await PeerHarness.with(callers: callers) { (harness) async throws in
            await #expect(throws: BrokerError(.accessDenied, "")) { try await harness.client.apps() }
        }
    }

    @Test("a program that fills its places keeps nobody out for longer than it holds them")
    func places() async throws {
        try await PeerHarness.with { (harness) async throws in
            var sockets: [BusConnection] = []
            let refused = await refusal { sockets.append(try await converse(at: harness.place)) }
            #expect(refused != nil && sockets.count == 31, "32 of one process, one of which is the harness's")
            #expect(try await harness.client.apps() == [Sample.app])
            await sockets.removeLast().close()
            var again: BusConnection?
            for _ in 1...5_000 where again == nil {
                again = try? await converse(at: harness.place)
                if again == nil { try await Task.sleep(for: .milliseconds(10)) }
            }
            #expect(again != nil)
        }
    }

    private func converse(at place: AgentMeetingPlace) async throws -> BusConnection {
        let socket = try #require(place.connect())
        return try await .peer(over: socket, as: .client, named: "agent", on: GLibThread(name: "test-client"))
    }

    /// What ends a hundred tries.
    private func refusal(_ attempt: () async throws -> Void) async -> (any Error)? {
        for _ in 1...100 {
            do { try await attempt() } catch { return error }
        }
        return nil
    }

    @Test("a process that started after a connection came is not its program")
    func startedLater() async throws {
        let processes = ProcFileSystem()
        let before = ProcFileSystem.ticksSinceStart()
        #expect(try #require(try processes.startTime(of: getpid())) <= before)
        try await Task.sleep(for: .milliseconds(50))
        let later = try Program(["/bin/sleep", "60"], environment: [:], user: .current).start()
        #expect(try #require(try processes.startTime(of: later.pid)) > before)
        #expect(try processes.startTime(of: later.pid) ?? .max <= ProcFileSystem.ticksSinceStart())
        await later.stop()
    }

    @Test("signals reach whom they concern, and a reader of changes hears them")
    func signals() async throws {
        try await PeerHarness.with { (harness) async throws in
            var changes = try await harness.client.changes.makeAsyncIterator()
            harness.agent.changes.yield(.accounts(.twitter))
            #expect(await changes.next() == .accounts(.twitter))
        }
    }

    @Test("what a program asked for is stopped when it is gone, and its log-ins are dropped")
    func vanished() async throws {
        let (begun, cancelled) = (Gate(), Gate())
        let broker = MirrorBroker(performing: { (_, _) async throws(BrokerError) -> Response in
            begun.visit()
            try? await Task.sleep(for: .seconds(3600))
            cancelled.visit()
            throw BrokerError(.cancelled, "cancelled")
        })
        try await PeerHarness.with(broker) { (harness) async throws in
            let other = try await harness.connect()
            let call = Task { try await other.perform(Sample.post, body: nil, as: .nobody).status }
            await begun.waitForVisitor()
            await other.close()
            await cancelled.waitForVisitor()
            await #expect(throws: BrokerError(.outcomeUnknown, "")) { try await call.value }
            try await eventually("the log-ins are dropped") { !harness.agent.forgotten.all.isEmpty }
        }
    }

    @Test("told to end, it refuses what runs within a second, and its socket is gone")
    func terminated() async throws {
        let gate = Gate()
        let broker = MirrorBroker(performing: { (_, _) async throws(BrokerError) -> Response in
            await gate.wait()
            return Response(status: 201, headers: [], body: Body { nil })
        })
        try await PeerHarness.with(broker) { (harness) async throws in
            let write = Task { try await harness.client.perform(Sample.post, body: nil, as: .nobody).status }
            await gate.waitForVisitor()
            harness.agent.terminate()
            await harness.agent.ended.value
            await #expect(throws: BrokerError(.outcomeUnknown, "")) { try await write.value }
            #expect(harness.place.connect() == nil)
            #expect(unsafe access(harness.place.path, F_OK) != 0)
            gate.open()
        }
    }

    @Test("it is not idle while a program is connected, and ends when it has been alone for long enough")
    func idle() async throws {
        try await PeerHarness.with(idleExit: .milliseconds(100)) { (harness) async throws in
            try await Task.sleep(for: .milliseconds(400))
            #expect(try await harness.client.apps() == [Sample.app])
            await harness.client.close()
            await harness.agent.ended.value
            #expect(harness.place.connect() == nil)
        }
    }

    @Test("a library gets the agent that waits, and starts none where none does")
    func library() async throws {
        try await PeerHarness.with { (harness) async throws in
            let library = try await harness.connect(ConnectionOptions(agent: .any, environment: harness.environment))
            #expect(try await library.apps() == [Sample.app])
            await #expect(throws: BrokerError(.unavailable, "")) {
                try await AgentClient.connect(ConnectionOptions(agent: .any, environment: [:]))
            }
        }
    }
}

@Suite("The place where commands of a session without a bus meet their agent")
struct MeetingPlaceTests {
    @Test("is a folder for its owner alone with a socket for its owner alone, and there is one agent at it")
    func one() async throws {
        try await PeerHarness.with { (harness) async throws in
            #expect(mode(harness.place.folder) == 0o700)
            #expect(mode(harness.place.path) == 0o600)
            guard case .taken = await MeetingSocket.open(at: harness.place, replacing: false) else {
                Issue.record("two agents wait at one place")
                return
            }
        }
    }

    @Test("of many that come at once, one gets it")
    func race() async throws {
        try await withPlace { (place) async throws in
            let waiting = await withTaskGroup(of: MeetingSocket?.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        guard case .waiting(let socket) = await MeetingSocket.open(at: place, replacing: false) else {
                            return nil
                        }
                        return socket
                    }
                }
                return await group.reduce(into: [MeetingSocket]()) { all, one in
                    if let one { all.append(one) }
                }
            }
            #expect(waiting.count == 1)
        }
    }

    @Test("a socket that a killed agent left behind is nobody's")
    func stale() async throws {
        try await withPlace { (place) async throws in
            guard case .waiting(let first) = await MeetingSocket.open(at: place, replacing: false) else { return }
            // As the kernel closes it: the file stays.
            first.socket.close()
            #expect(unsafe access(place.path, F_OK) == 0)
            // Programs that other tests start hold it too, until they are what they are to be.
            try await eventually("nobody listens") { place.connect() == nil }
            guard case .waiting(let second) = await MeetingSocket.open(at: place, replacing: false) else {
                Issue.record("the place is not free")
                return
            }
            // The end of the first one takes away no socket of another.
            await first.withdraw()
            #expect(place.connect() != nil)
            await second.withdraw()
            #expect(unsafe access(place.path, F_OK) != 0)
        }
    }

    @Test("a runtime folder that is missing, a link's name for none, or open to others, is none")
    func unsuitable() throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let open = try folder.makeFolder("open")
        unsafe chmod(open, 0o777)
        for path in ["", "run", "/nonexistent", open] {
            #expect(AgentMeetingPlace(environment: ["XDG_RUNTIME_DIR": path]) == nil)
        }
        #expect(AgentMeetingPlace(environment: [:]) == nil)
    }

    @Test("what stands in the way of an agent is told with its place", arguments: ["", ".new", ".lock", "folder"])
    func inTheWay(_ end: String) async throws {
        try await withPlace { (place) async throws in
            if end == "folder" {
                #expect(unsafe symlink("/tmp", place.folder) == 0)
            } else {
                #expect(unsafe mkdir(place.folder, 0o700) == 0 && mkdir(place.path + end, 0o700) == 0)
            }
            guard case .nowhere(let reason) = await MeetingSocket.open(at: place, replacing: false) else {
                Issue.record("it waits")
                return
            }
            #expect(reason.contains(end == "folder" ? place.folder : place.path), "\(reason)")
        }
    }

    @Test("it may lie deeper than the address of a socket is long")
    func deep() async throws {
        try await withPlace(below: String(repeating: "a-long-name/", count: 15)) { (place) async throws in
            #expect(place.path.utf8.count > 108)
            guard case .waiting(let socket) = await MeetingSocket.open(at: place, replacing: false) else {
                Issue.record("no socket")
                return
            }
            #expect(place.connect()?.peer?.pid == getpid())
            await socket.withdraw()
        }
    }

    private func withPlace(below name: String = "run", _ body: (AgentMeetingPlace) async throws -> Void) async throws {
        let folder = try TemporaryFolder(user: .current)
        defer { folder.remove() }
        let runtime = try folder.makeFolder(name)
        try await body(try #require(AgentMeetingPlace(environment: ["XDG_RUNTIME_DIR": runtime])))
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
}
