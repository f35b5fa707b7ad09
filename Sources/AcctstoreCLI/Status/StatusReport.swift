import AccountModel
import CommandLineKit

/// What `status` found out.
struct StatusReport {
    /// Why an account, or who else, would act.
    enum Reason: String {
        case option, variable, `default`, only, app
        case nobody = "none"
    }

    var overview: StoreOverview?
    var agent: RunningAgent?
    /// The release of the agent that this command replaced.
    var replaced: String?
    /// Whether this command started the agent.
    var isStarted = false
    var reason: Reason?
    /// The app that would sign alone.
    var app: AppName?
    var trouble: BrokerError?

    static func gather(_ parsed: ParsedCommand, in context: CommandContext) async -> StatusReport {
        var report = StatusReport()
        do throws(BrokerError) {
            let actor = try context.requestedActor(parsed)
            let broker = try await report.meetAgent(parsed, actor, in: context)
            report.judge(actor, parsed, in: context)
            if actor == .app { try await report.judgeApp(parsed, by: broker) }
        } catch {
            report.trouble = error
        }
        return report
    }

    private mutating func meetAgent(
        _ parsed: ParsedCommand, _ actor: RequestedActor?, in context: CommandContext
    ) async throws(BrokerError) -> any Broker {
        let before = try await context.agent.runningAgent()
        let broker = try await context.connect()
        agent = try await context.agent.runningAgent()
        isStarted = before == nil
        if let before, before.release != agent?.release { replaced = before.release }
        overview = try await broker.overview(actor?.selector, of: parsed[AccountOption.service])
        return broker
    }

    private mutating func judge(_ actor: RequestedActor?, _ parsed: ParsedCommand, in context: CommandContext) {
        switch actor {
        case .app: return
        case .nobody: reason = .nobody
        case .account(let selector):
            trouble = overview?.trouble
            guard overview?.acting != nil else { return }
            let isGiven = parsed[AccountOption.actor] != nil
            reason = !isGiven && AccountOption.isFromVariable(selector, in: context) ? .variable : .option
        case nil:
            trouble = overview?.trouble.map(withFirstSteps)
            reason = overview?.acting == nil ? nil : overview?.reason == .preset ? .default : .only
        }
    }

    private mutating func judgeApp(_ parsed: ParsedCommand, by broker: any Broker) async throws(BrokerError) {
        reason = .app
        guard let service = parsed[AccountOption.service] ?? overview?.defaultService else {
            trouble = overview?.trouble
            return
        }
        let name = parsed[AccountOption.app]
        app = AppName(service: service, name: name ?? App.defaultName)
        // That no account can act is none of an app's trouble.
        if overview?.keychain.state != .open { trouble = overview?.trouble }
        app?.name = try await broker.app(meantBy: name, of: service)
    }

    /// Where there is neither account nor app, the app comes first.
    private func withFirstSteps(_ trouble: BrokerError) -> BrokerError {
        guard trouble.code == .noSuchAccount, let apps = overview?.apps, let service = overview?.defaultService,
            !apps.contains(where: { $0.service == service }), let step = trouble.nextStep
        else { return trouble }
        return BrokerError(
            trouble.code, trouble.message, nextStep: "\(NextCommand.setApp(App.defaultName, of: service))\n\(step)")
    }
}
