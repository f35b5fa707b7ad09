internal import AgentProtocol
package import GLibBridge
internal import Glibc

/// The agent from its name on the bus to its orderly end.
package struct AgentLife: Sendable {
    private let bus: BusConnection
    private let server: AgentServer
    private let registrations: [BusRegistration]
    private let losses: AsyncStream<Void>
    private let idleExit: Duration
    private let isNeeded: @Sendable () -> Bool
    private let finishParts: @Sendable () async -> Void

    /// How soon after it is not needed any more an idle agent sees that.
    private static let longestNeed = Duration.milliseconds(250)

    private enum Ending {
        /// Another agent took the name.
        case replaced
        /// Nothing to do for long enough.
        case idle
        case busGone
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
        let server = AgentServer(bus: bus, thread: thread, parts: parts)
        let registrations = try await server.export()
        let losses = await bus.losses(of: AgentNames.bus)
        let reply = try await bus.requestName(AgentNames.bus, allowReplacement: true, replace: replacing)
        guard reply == .owner || reply == .ownedAlready else { return .taken }
        return .serving(
            AgentLife(
                bus: bus, server: server, registrations: registrations, losses: losses, idleExit: parts.idleExit,
                isNeeded: parts.isNeeded, finishParts: parts.finish))
    }

    /// Serves until the agent has to end, and ends it. Every request that came is answered.
    ///
    /// - Parameter terminations: has an element when the agent is told to end.
    package func run(until terminations: AsyncStream<Int32>) async {
        let announcing = Task { await server.announceChanges() }
        defer { announcing.cancel() }
        if await isTold(to: terminations, beforeTheEndOf: serveToTheEnd) {
            await releaseName()
            await finishQuickly()
        }
        await server.stop()
        await finishParts(atMost: .milliseconds(500))
        await bus.close()
        withExtendedLifetime(registrations) {}
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
        case .busGone: break
        case .replaced: await finish()
        case .idle:
            // A call that came before the bus heard of this is still worked on.
            await releaseName()
            await finish()
        }
    }

    /// Waits for the end of all that was begun, log-ins that wait for their person among it.
    private func finish() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await server.requests.waitUntilQuiet() }
            group.addTask { await bus.waitUntilClosed() }
            await group.next()
            group.cancelAll()
        }
    }

    private func firstEnding() async -> Ending {
        await withTaskGroup(of: Ending?.self) { group in
            group.addTask { await waited(for: losses) ? .replaced : nil }
            group.addTask {
                await bus.waitUntilClosed()
                return .busGone
            }
            group.addTask { await waitUntilIdle() ? .idle : nil }
            for await ending in group {
                guard let ending else { continue }
                group.cancelAll()
                return ending
            }
            return .busGone
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
            let quiet = server.requests.quietSince.map { $0.duration(to: .now) } ?? .zero
            if quiet >= idleExit && !isNeeded() { return true }
            try? await Task.sleep(for: max(idleExit - quiet, AgentLife.longestNeed))
        }
        return false
    }

    private func releaseName() async {
        // A bus that does not answer has no more calls for us.
        _ = try? await bus.callBus("ReleaseName", [.string(AgentNames.bus)], timeout: .milliseconds(200))
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
