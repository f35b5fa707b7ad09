import AccountModel

/// Looks at everything that a request depends on: first what this program sees by itself, then what the agent tells.
struct Doctor {
    struct Options: Sendable {
        var asksForTime = false
        var asksForTokens = false
        /// Whether an agent is started, or replaced, where that is needed.
        var startsAgent = true
        /// Whether accounts and the hosts that they are at are named.
        var showsNames = false
    }

    let context: CommandContext
    let options: Options

    /// All findings in the order in which they were made.
    ///
    /// - Parameter tell: is told each as soon as it is there; what it throws ends the look.
    func findings(tell: (Finding) throws -> Void) async throws -> [Finding] {
        let disclosure = Disclosure(home: context.environment["HOME"])
        var all: [Finding] = []
        func add(_ findings: [Finding]) throws {
            for finding in findings.map(disclosure.presentable) {
                try tell(finding)
                all.append(finding)
            }
        }
        let (bus, busFindings) = await BusCheck(agent: context.agent).look()
        let local: [any Check] = [
            ProgramCheck(environment: context.environment, handover: context.handover), SystemCheck(),
        ]
        for check in local { try add(await check.findings()) }
        try add(busFindings)
        for check in sessionChecks(bus) { try add(await check.findings()) }
        try await AgentExamination(context: context, options: options, bus: bus).run(tell: add)
        return all
    }

    private func sessionChecks(_ bus: BusCheck.Outcome) -> [any Check] {
        let environment = context.environment
        return [
            HomeCheck(environment: environment), RuntimeFolderCheck(environment: environment),
            FilesCheck(environment: environment), RoomCheck(environment: environment),
            ActivationCheck(environment: environment, bus: bus.facts),
            UnitCheck(environment: environment, bus: bus.facts),
            TerminalCheck(environment: environment, terminal: context.terminal),
        ]
    }
}
