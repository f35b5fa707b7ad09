import TestRig

/// Programs that ask without a grant, and whom the refusal names.
extension Rig {
    /// A command line that asks for account 1, and is refused where nothing was granted.
    var asking: String {
        get throws { "\(acctstorePath) sign -a 1 GET \(try server.base)1.1/x.json" }
    }

    /// The program that was refused, as the error names it; what was said instead where there is no such error.
    func refused(_ said: String) -> String {
        guard let line = said.split(separator: "\n").first(where: { $0.hasPrefix("error: ") }),
            let end = line.firstRange(of: " has no access to @alice (1, local)")
        else { return said }
        return String(line[line.index(line.startIndex, offsetBy: 7)..<end.lowerBound])
    }

    /// The program that is refused when a command is run without a terminal.
    func refused(running command: String..., input: Program.Input = .none) async throws -> String {
        let outcome = try await program(command, input: input).run()
        return refused(outcome.err)
    }

    /// Waits for what a program writes to a file of the home.
    func waitForText(in file: String) async throws -> String {
        try await eventually("a line in \(file)") { folder.read("home/\(file)")?.hasSuffix("\n") ?? false }
        return folder.read("home/\(file)") ?? ""
    }
}

enum Named {
    /// How a message names a program without a name, and one in a sandbox without one.
    static let unknown = "a program without a name"
    static let sandbox = "this program"
}
