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
            try await report.meetAgent(parsed, actor, in: context)
            report.judge(actor, parsed, in: context)
        } catch {
            report.trouble = error
        }
        return report
    }

    private mutating func meetAgent(
        _ parsed: ParsedCommand, _ actor: RequestedActor?, in context: CommandContext
    ) async throws(BrokerError) {
        let before = try await context.agent.runningAgent()
        let broker = try await context.connect()
        agent = try await context.agent.runningAgent()
        isStarted = before == nil
        if let before, before.release != agent?.release { replaced = before.release }
        overview = try await broker.overview(actor?.selector, of: parsed[AccountOption.service])
    }

    private mutating func judge(_ actor: RequestedActor?, _ parsed: ParsedCommand, in context: CommandContext) {
        switch actor {
        case .nobody: reason = .nobody
        case .app: judgeApp(parsed)
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

    private mutating func judgeApp(_ parsed: ParsedCommand) {
        reason = .app
        guard let service = parsed[AccountOption.service] ?? overview?.defaultService else {
            trouble = overview?.trouble
            return
        }
        let wanted = AppName(service: service, name: parsed[AccountOption.app] ?? App.defaultName)
        app = wanted
        let isOpen = overview?.keychain.state == .open
        guard isOpen, let apps = overview?.apps else {
            trouble = isOpen ? nil : overview?.trouble
            return
        }
        let names = Set(apps.filter { $0.service == service }.map(\.name))
        do throws(BrokerError) {
            app = AppName(service: service, name: try AppName.meant(by: wanted.name, of: service, among: names))
        } catch {
            trouble = error
        }
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
