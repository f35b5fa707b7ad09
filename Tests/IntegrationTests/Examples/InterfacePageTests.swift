import TestRig
import Testing

/// The examples of org.acctstore.Agent1(5), as they stand.
@Suite("Examples: the manual of the D-Bus interface")
struct InterfacePageTests {
    @Test("its command lines work at a terminal, and its Python script with a grant")
    func examples() async throws {
        let examples = try Self.examples()
        try await withRig { rig in
            let machine = try await ExampleMachine(rig)
            // A line that goes on in the next one is typed as one.
            let commands = examples.filter { !$0.hasPrefix("import ") }.map {
                $0.replacing(" \\\n   ", with: "").replacing("\n", with: "")
            }
            #expect(commands.count == 2)
            var answers: [CommandResult] = []
            for command in commands { answers.append(try await machine.terminal.run(command)) }
            for answer in answers { expectSuccess(answer) }
            #expect(answers[0].out.hasPrefix("(ss) \""), "\(answers[0].out)")
            // What speaks for anybody has no grant.
            #expect(answers[1].out == "(@aa{sv} [],)\n", "\(answers[1].out)")

            let base = try rig.server.base
            let text = try #require(examples.first { $0.hasPrefix("import ") })
            let script = try rig.script(
                "look", "#!/usr/bin/python3\n" + text.replacing("https://api.x.com/", with: base))
            try await machine.terminal.mustRun("acctstore grant ~/bin/look 1 --read")
            expectSuccess(try await rig.alone(script), prints: "1 alice \(base)2/users/me\n")
        }
    }

    /// The blocks of the section, without what mdoc(7) needs in them.
    private static func examples() throws -> [String] {
        var blocks: [String] = []
        var isInside = false
        // Empty lines are not told by the page, and nothing here needs them.
        for line in try ManualPage("org.acctstore.Agent1.5").section("EXAMPLES") {
            if line.hasPrefix(".Bd -literal") {
                isInside = true
                blocks.append("")
            } else if line == ".Ed" {
                isInside = false
            } else if isInside {
                blocks[blocks.count - 1] += line.replacing("\\e", with: "\\") + "\n"
            }
        }
        return blocks
    }
}
