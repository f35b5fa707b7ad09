extension Rig {
    /// What another's program, outside any sandbox, gets from the agent: see agent_client.py.
    ///
    /// - Parameter interpreter: what runs it, and so names it where that is a binary of the test's own.
    package func agentClient(
        _ words: String..., by interpreter: String = "/usr/bin/python3", input: Program.Input = .none
    ) throws -> Program {
        program([interpreter, try agentClient] + words, input: input)
    }

    /// The path of agent_client.py, for programs that import it.
    package var agentClient: String {
        get throws { try Scripts.copy("agent_client.py", into: folder) }
    }

    /// Makes a program that runs shell text in a sandbox with the whole bus, and answers its path.
    ///
    /// - Parameters:
    ///   - instance: the number of a start of the Flatpak `org.example.App`; `nil` for a sandbox without a name.
    ///   - folder: one more that it can use; it sees the processes outside then.
    package func sandbox(
        _ name: String, instance: Int?, sharing folder: String? = nil, _ text: String
    ) async throws -> String {
        let mark = try instance.map {
            try self.folder.write(
                "[Application]\nname=org.example.App\n[Instance]\ninstance-id=\($0)\n", to: "marks/\(name)")
        }
        let shown = try await (toolchainLibraries() + [programs, bus.socketFolder]).flatMap { ["--ro-bind", $0, $0] }
        let more = folder.map { ["--bind", $0, $0] } ?? ["--unshare-pid"]
        let command =
            ["exec", "/usr/bin/bwrap"] + Bubblewrap.system + shown + more + Bubblewrap.marked(by: mark)
            + ["--", "/bin/sh", "-c", "'\(text)'"]
        return try script(name, "#!/bin/sh\n\(command.joined(separator: " "))\n")
    }

    /// What `acctstore` needs of the Swift toolchain in a development build.
    func toolchainLibraries() async throws -> [String] {
        let list = try await program(["/usr/bin/ldd", acctstorePath]).run().out
        return list.split(whereSeparator: \.isWhitespace).map(String.init).filter {
            $0.hasPrefix("/") && !$0.hasPrefix("/usr/") && !$0.hasPrefix("/lib")
        }
    }
}
