import AccountModel
import AgentClient
import Glibc

/// This program, the ones that belong to it, and the one that a shell would start.
struct ProgramCheck: Check {
    let environment: Environment
    let handover: NearbyProgram
    var agent = NearbyProgram("acctstore-agent")

    private static let name = "program"

    func findings() async -> [Finding] {
        [.ok(Self.name, "release \(AgentClient.release) of acctstore"), onPath].compactMap(\.self)
            + [missing(agent, "no agent can be started"), missing(handover, "exec and token cannot work")]
            .compactMap(\.self)
    }

    private func missing(_ program: NearbyProgram, _ consequence: String) -> Finding? {
        guard program.path == nil else { return nil }
        return .problem(
            Self.name, "\(program.name) is not where it belongs (\(program.searched)): \(consequence)",
            code: .unavailable, next: "Install acctstore again.")
    }

    /// What a shell would start, where that is not this program.
    private var onPath: Finding? {
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        guard let first = folders.map({ "\($0)/acctstore" }).first(where: { FileFacts.isProgram($0) }) else {
            return .note(Self.name, "PATH finds no acctstore: the commands below need its folder in front of them")
        }
        guard let found = AbsolutePath.resolved(first), let own = AbsolutePath.resolved("/proc/self/exe"), found != own
        else { return nil }
        return .note(
            Self.name, "PATH finds another acctstore: \(found), and this one is \(own)",
            next: "type -a acctstore")
    }
}
