import Glibc

/// Where this release's `acctstore` may be: beside the agent, or in `bin` where the agent is in `libexec`.
enum FrontEnds {
    static func beside(agent path: String) -> [String] {
        guard let slash = path.lastIndex(of: "/") else { return [] }
        let folder = path[..<slash]
        return ["", "/../bin", "/../../bin"].map { "\(folder)\($0)/acctstore" }
    }

    /// Those of the running agent.
    static func ofThisAgent() -> [String] {
        // The folder stays the same when the file was replaced under the running agent.
        guard let entry = try? ProcEntry(getpid()), let path = try? entry.link("exe") else { return [] }
        return beside(agent: path)
    }
}
