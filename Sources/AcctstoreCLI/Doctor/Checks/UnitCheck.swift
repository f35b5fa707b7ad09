import AccountModel
import AgentClient

/// The unit by which systemd starts the agent for the bus.
struct UnitCheck: Check {
    let environment: Environment
    /// `nil` without a bus that answers.
    let bus: SessionBusFacts?

    private static let name = "unit"
    private static let unit = "acctstore-agent.service"

    func findings() async -> [Finding] {
        let folders =
            [PersonalFolder.configuration.path(environment), "/etc", environment["XDG_RUNTIME_DIR"]].compactMap(\.self)
            + DataFolders.all(environment) + ["/usr/local/lib", "/usr/lib", "/lib"]
        let file = ServiceFile.first(Self.unit, in: folders.map { "\($0)/systemd/user" }, key: "ExecStart")
        guard let file else { return [.ok(Self.name, "no unit of systemd's for the agent, which works without")] }
        guard bus?.hasSystemd == true else {
            return [.ok(Self.name, "\(file.path) is there, and systemd does not serve this session: it is not used")]
        }
        if file.isMask {
            return [
                .problem(
                    Self.name, "\(file.path) keeps systemd from starting the agent", code: .unavailable,
                    next: "systemctl --user unmask \(Self.unit)")
            ]
        }
        if let program = file.missing {
            return [
                .problem(
                    Self.name, "\(file.path) starts \(program), which is not there", code: .unavailable,
                    next: file.removal(" && systemctl --user daemon-reload"))
            ]
        }
        return [.ok(Self.name, file.words(" under systemd"))]
    }
}
