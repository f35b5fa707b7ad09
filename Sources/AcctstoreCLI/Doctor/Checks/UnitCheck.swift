import AccountModel

/// The unit by which systemd starts the agent for the bus.
struct UnitCheck: Check {
    let environment: Environment

    private static let name = "unit"
    private static let unit = "acctstore-agent.service"

    func findings() async -> [Finding] {
        let folders =
            [PersonalFolder.configuration.path(environment), "/etc", environment["XDG_RUNTIME_DIR"]].compactMap(\.self)
            + DataFolders.all(environment) + ["/usr/local/lib", "/usr/lib", "/lib"]
        let file = ServiceFile.first(Self.unit, in: folders.map { "\($0)/systemd/user" }, key: "ExecStart")
        guard let file else { return [.ok(Self.name, "no unit of systemd's for the agent, which works without")] }
        if file.isMask {
            return [
                .problem(
                    Self.name, "\(file.path) keeps systemd from starting the agent", code: .unavailable,
                    next: "systemctl --user unmask \(Self.unit)")
            ]
        }
        guard file.isProgramThere else {
            let isOwn = FileFacts(file.path)?.isOwn == true
            return [
                .problem(
                    Self.name, "\(file.path) starts \(file.program ?? "nothing"), which is not there",
                    code: .unavailable,
                    next: isOwn
                        ? "rm \(ShellWord.quoted(file.path)) && systemctl --user daemon-reload"
                        : "Install acctstore again.")
            ]
        }
        return [.ok(Self.name, "\(file.path) starts the agent under systemd")]
    }
}
