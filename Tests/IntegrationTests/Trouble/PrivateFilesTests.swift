import TestRig
import Testing

/// What the programs write is for its owner alone, whatever mask they are started with.
@Suite("Files of the programs")
struct PrivateFilesTests {
    @Test(
        "with any umask every file is 0600 and every folder 0700, and no secret is in any", arguments: ["000", "022"])
    func modes(umask: String) async throws {
        var options = RigOptions()
        // The agent is then started by the front end, with the mask of that.
        options.activatesAgent = false
        try await withRig(options) { rig in
            let terminal = try await rig.terminal()
            try await terminal.mustRun("umask \(umask)")
            let secret = try rig.folder.write("demo-cs", to: "input/app")
            try await terminal.mustRun("acctstore app set local --key demo-ck --secret-stdin <\(secret)")
            try await terminal.mustRun(
                "acctstore add local --token-stdin <\(try rig.tokens(of: TestService.Known.alice))")
            let script = try rig.signingScript()
            try await terminal.mustRun("acctstore grant \(script) 1")
            expectSuccess(try await rig.alone(script))
            try await terminal.mustRun("acctstore post 'hello'")
            _ = try await terminal.run("head -c 900 /dev/zero | tr '\\0' x | acctstore post")

            let state = rig.folder.path("home/.local/state")
            let found = try await rig.program(["find", state, "-printf", "%y %m %p\n"]).run()
            let lines = found.out.split(separator: "\n").map(String.init)
            #expect(lines.contains { $0.hasSuffix("/drafts") })
            for line in lines {
                #expect(line.hasPrefix("d 700 ") || line.hasPrefix("f 600 "), "\(line)")
            }
            let grep = ["grep", "-rlaF", "-e", "demo-cs", "-e", "alice-ts", "-e", "1001-alice", state]
            #expect(try await rig.program(grep).run().out == "")
        }
    }

    @Test("a link in the place of our folder is not followed")
    func link() async throws {
        var options = RigOptions()
        options.hasService = false
        try await withRig(options) { rig in
            let terminal = try await rig.terminal()
            let elsewhere = try rig.folder.makeFolder("elsewhere")
            try await terminal.mustRun("mkdir -p ~/.local/state; ln -s \(elsewhere) ~/.local/state/acctstore")
            let secret = try rig.folder.write("demo-cs", to: "input/app")
            let ended = try await terminal.run("acctstore app set twitter --key k --secret-stdin <\(secret)")
            expectFailure(ended, 74, "acctstore")
            #expect(try await rig.program(["ls", "-A", elsewhere]).run().out == "")
        }
    }
}
