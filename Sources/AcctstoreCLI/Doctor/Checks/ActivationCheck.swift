import AccountModel
import AgentClient

/// The file by which a session bus starts the agent.
struct ActivationCheck: Check {
    let environment: Environment
    /// `nil` without a bus that answers.
    let bus: SessionBusFacts?
    var agent = NearbyProgram("acctstore-agent")

    private static let name = "activation"

    func findings() async -> [Finding] {
        let folders = [environment["XDG_RUNTIME_DIR"]].compactMap(\.self) + DataFolders.all(environment)
        let file = ServiceFile.first(
            "org.acctstore.Agent1.service", in: folders.map { "\($0)/dbus-1/services" }, key: "Exec")
        guard let file else {
            let words = "no file tells a bus how to start the agent"
            if bus?.startsAgent == true {
                return [.ok(Self.name, "the bus has a file for it that is not in its usual place")]
            }
            return [.ok(Self.name, "\(words): commands start it")]
        }
        if let program = file.missing { return [missing(program, file)] }
        if case .path(let program) = file.program, let own = agent.path,
            AbsolutePath.resolved(program) != AbsolutePath.resolved(own)
        {
            return [
                .note(
                    Self.name, "\(file.path) starts \(program), and \(own) belongs to this acctstore",
                    next: "\(ShellWord.quoted(program)) --version")
            ]
        }
        if bus?.startsAgent == false {
            return [
                .note(
                    Self.name, "\(file.path) is not known to the bus that runs: commands start the agent",
                    next: "gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus "
                        + "--method org.freedesktop.DBus.ReloadConfig")
            ]
        }
        return [.ok(Self.name, file.words(""))]
    }

    /// Where the bus does not go by it, commands start the agent all the same.
    private func missing(_ program: String, _ file: ServiceFile) -> Finding {
        let words = "\(file.path) starts \(program), which is not there"
        guard bus?.startsAgent == true else { return .note(Self.name, words, next: file.removal()) }
        return .problem(Self.name, words, code: .unavailable, next: file.removal())
    }
}
