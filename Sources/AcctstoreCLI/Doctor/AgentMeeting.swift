import AccountModel
import AgentClient

/// Finds the agent, or starts it as any command would.
struct AgentMeeting {
    let context: CommandContext
    let options: Doctor.Options
    let bus: BusCheck.Outcome

    private static let name = "agent"
    /// The parts of it have shorter limits of their own.
    private static let patience = Duration.seconds(45)

    struct Outcome: Sendable {
        /// `nil` where there is none to ask.
        var broker: (any Broker)?
        var findings: [Finding]
    }

    func meet() async -> Outcome {
        if case .cannotBeUsed = bus {
            return Outcome(findings: [.note(Self.name, "not looked for, since the session bus cannot be used")])
        }
        let (context, options) = (context, options)
        let outcome = await within(Self.patience) { await Self.meet(context, options) }
        return outcome
            ?? Outcome(
                findings: [
                    .problem(
                        Self.name, "no answer within \(Self.patience.components.seconds) seconds", code: .unavailable,
                        next: "acctstore agent stop")
                ])
    }

    private static func meet(_ context: CommandContext, _ options: Doctor.Options) async -> Outcome {
        do throws(BrokerError) {
            let before = try await context.agent.runningAgent()
            if !options.startsAgent, before?.release != AgentClient.release { return notStarted(before) }
            // Nobody is asked anything on the way: what is locked stays so.
            let solitude = AgentSolitude()
            let broker = try await context.broker.connect(
                .init(mayAsk: false, terminal: context.terminal.descriptor, alone: solitude.hear))
            let now = try await context.agent.runningAgent()
            let alone = solitude.reason.flatMap { trouble(of: $0, context.environment) }
            return Outcome(
                broker: broker, findings: [.ok(name, words(for: now, before: before))] + (alone.map { [$0] } ?? []))
        } catch {
            return Outcome(findings: [Finding.problem(name, error).goingOn(with: "acctstore agent stop")])
        }
    }

    /// Of an agent that no further command finds. Where there is no session, that is told with the runtime folder.
    private static func trouble(of reason: String, _ environment: Environment) -> Finding? {
        guard AgentSolitude.isSession(environment) else { return nil }
        return .problem(
            name, AgentSolitude.words(reason), code: .unavailable, next: RuntimeFolder(environment)?.mending)
    }

    private static func notStarted(_ running: RunningAgent?) -> Outcome {
        let words = running.map { "one of release \($0.release) runs (process \($0.processID)), and this is another" }
        return Outcome(
            findings: [
                .note(name, "\(words ?? "none runs"); --no-start leaves it so", next: "acctstore doctor")
            ])
    }

    private static func words(for agent: RunningAgent?, before: RunningAgent?) -> String {
        guard let agent else { return "this command has one of its own, release \(AgentClient.release)" }
        let how =
            switch before {
            case nil: ", started just now"
            case let before? where before.release != agent.release: ", in the place of release \(before.release)"
            case _?: ""
            }
        return "runs as process \(agent.processID), release \(agent.release)\(how)"
    }
}
