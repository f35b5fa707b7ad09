internal import AgentProtocol
package import GLibBridge
internal import Glibc

/// The agent from its first call to its orderly end.
package struct AgentLife: Sendable {
    private let gateway: any Gateway
    private let server: AgentServer
    private let takeovers: AsyncStream<Void>
    private let idleExit: Duration
    private let holdsUnsaved: @Sendable () -> Bool
    private let holdsOpen: @Sendable () -> Bool
    private let finishParts: @Sendable () async -> Void
    /// Why no further command finds this agent, though it keeps something open for them.
    var alone: String?

    private enum Ending {
        /// Another agent took over.
        case replaced
        /// Nothing to do for long enough.
        case idle
        /// No call can come any more: the bus is gone, or whoever it served.
        case deserted
    }

    /// What the bus said to the wish for the name.
    package enum Beginning: Sendable {
        case serving(AgentLife)
        /// Another agent has the name and keeps it.
        case taken
    }

    /// Puts the agent on the bus.
    ///
    /// - Parameter replacing: whether to take the name from an agent that runs.
    /// - Throws: where the bus is gone or does not give the name.
    package static func begin(
        on bus: BusConnection, thread: GLibThread, with parts: AgentParts, replacing: Bool
    ) async throws(GLibError) -> Beginning {
        let gateway = BusGateway(bus)
        let life = try await begin(at: gateway, thread: thread, with: parts)
        let reply = try await bus.requestName(AgentNames.bus, allowReplacement: true, replace: replacing)
        if reply == .owner || reply == .ownedAlready { return .serving(life) }
        gateway.takeDown()
        return .taken
    }

    /// Takes calls at a gateway, from when this returns.
    static func begin(
        at gateway: any Gateway, thread: GLibThread, with parts: AgentParts
    ) async throws(GLibError) -> AgentLife {
        let server = AgentServer(at: gateway, thread: thread, parts: parts)
        try await server.open()
        return AgentLife(
            gateway: gateway, server: server, takeovers: await gateway.takeovers(), idleExit: parts.idleExit,
            holdsUnsaved: parts.holdsUnsaved, holdsOpen: parts.holdsOpen, finishParts: parts.finish)
    }

    /// Serves until the agent has to end, and ends it. Every request that came is answered.
    ///
    /// - Parameter terminations: has an element when the agent is told to end.
    package func run(until terminations: AsyncStream<Int32>) async {
        let announcing = Task { await server.announceChanges() }
        defer { announcing.cancel() }
        if await isTold(to: terminations, beforeTheEndOf: serveToTheEnd) {
            await gateway.retire()
            await finishQuickly()
        }
        await server.stop()
        // A service that is being asked for a token answers within its time-out, or that token is lost.
        await finishParts(atMost: holdsUnsaved() ? .seconds(60) : .milliseconds(500))
        await gateway.close()
    }

    /// Whether the agent is told to end before it comes to an end by itself, be it in the midst of its last request.
    private func isTold(
        to terminations: AsyncStream<Int32>, beforeTheEndOf serving: @escaping @Sendable () async -> Void
    ) async -> Bool {
        await withTaskGroup(of: Bool?.self) { group in
            group.addTask { await waited(for: terminations) ? true : nil }
            group.addTask {
                await serving()
                return false
            }
            defer { group.cancelAll() }
            for await isTold in group {
                if let isTold { return isTold }
            }
            return false
        }
    }

    /// Returns when nothing is left to do for this agent, and nothing can come any more.
    private func serveToTheEnd() async {
        switch await firstEnding() {
        case .deserted: await settle(atMost: AgentLife.patienceForTokens)
        case .replaced, .idle:
            // A call that came before this was heard of is still worked on.
            await gateway.retire()
            await finish()
        }
    }

    /// Waits for the end of all that was begun, log-ins that wait for their person among it, and for those who could not
    /// reach another agent.
    private func finish() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await gateway.waitUntilDeserted()
                await server.requests.waitUntilQuiet()
                await settle()
            }
            group.addTask { await gateway.waitUntilClosed() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Waits until every token that was renewed is stored: what is used up at the service is nowhere else.
    private func settle(atMost patience: Duration? = nil) async {
        let deadline = patience.map { ContinuousClock.now + $0 }
        while holdsUnsaved(), !Task.isCancelled, deadline.map({ .now < $0 }) ?? true {
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// For a keychain to be reachable again after the last program went: a disk that is full, a lock that is held.
    private static let patienceForTokens = Duration.seconds(3600)

    private func firstEnding() async -> Ending {
        await withTaskGroup(of: Ending?.self) { group in
            group.addTask { await waited(for: takeovers) ? .replaced : nil }
            group.addTask {
                await gateway.waitUntilClosed()
                return .deserted
            }
            group.addTask { await waitUntilIdle() ? .idle : nil }
            for await ending in group {
                guard let ending else { continue }
                group.cancelAll()
                return ending
            }
            return .deserted
        }
    }

    /// False where the stream ended, or the task, without an element.
    private func waited<Element: Sendable>(for stream: AsyncStream<Element>) async -> Bool {
        for await _ in stream { return true }
        return false
    }

    /// False where the task was cancelled.
    private func waitUntilIdle() async -> Bool {
        while !Task.isCancelled {
            await gateway.waitUntilDeserted()
            let quiet = server.requests.quietSince.map { $0.duration(to: .now) } ?? .zero
            if quiet >= idleExit, !holdsUnsaved(), !holdsOpen() { return true }
            try? await Task.sleep(for: max(idleExit - quiet, .seconds(1)))
        }
        return false
    }

    /// Within a second: half of it to finish, then everything is cancelled, then refused.
    private func finishQuickly() async {
        server.requests.forgetLogIns()
        await waitUntilQuiet(atMost: .milliseconds(400))
        server.requests.cancelAll()
        await waitUntilQuiet(atMost: .milliseconds(200))
        server.requests.refuseAll()
    }

    /// A disk that does not answer keeps no agent.
    private func finishParts(atMost patience: Duration) async {
        let (ends, end) = AsyncStream<Void>.makeStream()
        let finishing = Task {
            await finishParts()
            end.finish()
        }
        let waiting = Task {
            try? await Task.sleep(for: patience)
            end.finish()
        }
        for await _ in ends {}
        finishing.cancel()
        waiting.cancel()
    }

    private func waitUntilQuiet(atMost patience: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await server.requests.waitUntilQuiet() }
            group.addTask { try? await Task.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
    }
}
