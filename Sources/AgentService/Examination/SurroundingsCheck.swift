internal import AccountModel

/// One look at a part of what the agent works with. It changes nothing, and waits for nothing that has no limit.
protocol SurroundingsCheck: Sendable {
    func findings() async -> [Finding]
}

/// What the agent alone can see of the machine: its configuration, its libraries, its environment.
struct AgentSurroundings: Sendable {
    let checks: [any SurroundingsCheck]

    func findings() async -> [Finding] {
        var findings: [Finding] = []
        for check in checks { findings += await check.findings() }
        return findings
    }
}
