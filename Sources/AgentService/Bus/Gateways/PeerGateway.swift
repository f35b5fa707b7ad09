internal import AccountModel
internal import AgentProtocol
internal import CShims
internal import GLibBridge
internal import Glibc
internal import Synchronization

/// The agent of a session without a bus: a connection of its own for each program, whose other end the kernel tells.
///
/// A program that is connected keeps the agent: nobody starts another one for its next call.
final class PeerGateway: Gateway {
    private struct Line {
        let connection: BusConnection
        let registrations: [BusRegistration]
        let visitor: Visitor
        /// Of the visitor's process; `nil` while there were too few descriptors to hold it.
        var process: Descriptor?
    }

    private struct State {
        var receive: (@Sendable (BusRequest) -> Void)?
        var lines: [String: Line] = [:]
        /// The processes that have not said yet who they are, each as often as it has connected.
        var arriving: [Int32] = []
        var last = 0
        var meeting: (socket: MeetingSocket, watch: SocketWatch)?
        var waiters: [Int: AsyncStream<Void>.Continuation] = [:]

        var isDeserted: Bool { lines.isEmpty && arriving.isEmpty }
        var isClosed: Bool { isDeserted && meeting == nil }

        /// Whether one more connection of a process leaves room for those of others.
        func hasRoom(for process: Int32) -> Bool {
            let own = lines.values.count { $0.visitor.peer.pid == process } + arriving.count { $0 == process }
            return own < PeerGateway.limitOfProcess && lines.count + arriving.count < PeerGateway.limit
        }
    }

    /// More programs at a time than a session without a desktop has.
    private static let limit = 256
    /// More than a program needs that keeps one connection for each of its parts.
    private static let limitOfProcess = 32
    /// Ten in a second, so that an agent that is to end makes nobody wait for long.
    private static let lastLooks = 10

    private let thread: GLibThread
    private let signals: AsyncStream<Void>
    private let state = Mutex(State())

    /// - Parameters:
    ///   - thread: where calls arrive.
    ///   - takeovers: has an element when another agent takes over.
    init(thread: GLibThread, takeovers: AsyncStream<Void>) {
        self.thread = thread
        signals = takeovers
    }

    func open(_ receive: @escaping @Sendable (BusRequest) -> Void) async throws(GLibError) {
        state.withLock { $0.receive = receive }
    }

    // MARK: Programs that come

    /// Lets in whoever comes to a meeting place, until the agent retires.
    func listen(at meeting: MeetingSocket) {
        let watch = SocketWatch(meeting.socket, on: thread) { [weak self] socket in self?.admit(socket) }
        state.withLock { $0.meeting = (meeting, watch) }
    }

    /// Lets one program in, once it has said who it is; returns before that.
    ///
    /// - Parameter process: its process, where it is held already.
    func admit(_ socket: LocalSocket, held process: Descriptor? = nil) {
        guard let visitor = Visitor(socket) else { return }
        let name = state.withLock { state -> String? in
            guard state.hasRoom(for: visitor.peer.pid) else { return nil }
            state.last += 1
            state.arriving.append(visitor.peer.pid)
            return ":private.\(state.last)"
        }
        guard let name else { return }
        Task(executorPreference: thread) {
            let line = await self.line(to: visitor, named: name, held: process)
            self.change { state in
                if let index = state.arriving.firstIndex(of: visitor.peer.pid) { state.arriving.remove(at: index) }
                state.lines[name] = line
            }
            guard let line else { return }
            line.connection.startMessages()
            await line.connection.waitUntilClosed()
            self.change { $0.lines[name] = nil }
        }
    }

    /// A visitor that cannot be held for want of descriptors is let in all the same, and told that with whatever it asks.
    private func line(to visitor: Visitor, named name: String, held process: Descriptor?) async -> Line? {
        var process = process
        do throws(NamingRefusal) {
            if process == nil { process = try visitor.hold() }
        } catch {
            guard error.isShortage else { return nil }
        }
        return await greet(visitor, named: name, held: process)
    }

    /// The kernel tells who connected, and GLib's authentication who is there: they must be one. GLib 2.74 asks the kernel the
    /// same, so that a socket that was handed on has the name of who connected, as on a session bus.
    private func greet(_ visitor: Visitor, named name: String, held process: Descriptor?) async -> Line? {
        guard let receive = state.withLock(\.receive) else { return nil }
        do throws(GLibError) {
            let connection = try await BusConnection.peer(over: visitor.socket, as: .server, named: name, on: thread)
            guard connection.authenticatedPeer == visitor.peer else {
                await connection.close()
                return nil
            }
            return Line(
                connection: connection, registrations: try await connection.exportAgent(receive), visitor: visitor,
                process: process)
        } catch {
            // Whoever does not say who it is is nobody's caller.
            return nil
        }
    }

    // MARK: Programs that are there

    func peer(named name: String) async throws(BrokerError) -> Peer {
        guard let line = state.withLock({ $0.lines[name] }) else { throw .unknownCaller }
        let process = if let held = line.process { held } else { try hold(line.visitor, named: name) }
        let peer = line.visitor.peer
        return Peer(pid: peer.pid, uid: peer.uid, pidfd: process, uniqueName: name)
    }

    private func hold(_ visitor: Visitor, named name: String) throws(BrokerError) -> Descriptor {
        do throws(NamingRefusal) {
            let process = try visitor.hold()
            state.withLock { $0.lines[name]?.process = process }
            return process
        } catch {
            throw error.explained(of: visitor.peer.pid)
        }
    }

    func isStill(_ peer: Peer) async -> Bool { await isConnected(peer.uniqueName) }

    func isConnected(_ name: String) async -> Bool {
        state.withLock { $0.lines[name] }?.connection.isClosed == false
    }

    func watchEnd(of name: String, _ ended: @escaping @Sendable () async -> Void) async -> Task<Void, Never> {
        Task {
            await self.wait { $0.lines[name] == nil }
            if !Task.isCancelled { await ended() }
        }
    }

    func tell(_ name: String, signal: String, _ arguments: [Variant]) {
        try? state.withLock { $0.lines[name] }?.connection.emit(
            path: AgentNames.path, interface: AgentInterface.agent.rawValue, signal: signal, arguments: arguments)
    }

    // MARK: The agent's end

    func takeovers() async -> AsyncStream<Void> { signals }

    func waitUntilDeserted() async {
        await wait { $0.isDeserted }
    }

    func waitUntilClosed() async {
        await wait { $0.isClosed }
    }

    func retire() async {
        guard let meeting = state.withLock(\.meeting)?.socket else { return }
        await meeting.withdraw()
        // Who knocked before the place was given up is served, be it once others have left descriptors for that.
        for _ in 0..<PeerGateway.lastLooks {
            if await letInAll(from: meeting.socket) { break }
            try? await Task.sleep(for: .milliseconds(100))
        }
        await thread.run { meeting.socket.close() }
        change { $0.meeting = nil }
    }

    /// Whether nobody waits any more, or nobody can be let in whatever comes.
    private func letInAll(from socket: LocalSocket) async -> Bool {
        await thread.run {
            do throws(GLibError) {
                while let program = try socket.accept() { self.admit(program) }
                return true
            } catch {
                return !error.isShortOfDescriptors
            }
        }
    }

    func close() async {
        await retire()
        for line in state.withLock({ Array($0.lines.values) }) { await line.connection.close() }
        state.withLock { $0.receive = nil }
    }

    private func change(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.yield() }
    }

    private func wait(until isSo: @Sendable (State) -> Bool) async {
        let (changes, waiter) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.last += 1
            state.waiters[state.last] = waiter
            return state.last
        }
        defer { state.withLock { $0.waiters[number] = nil } }
        var change = changes.makeAsyncIterator()
        while !Task.isCancelled, !state.withLock({ isSo($0) }) { await change.next() }
    }
}
