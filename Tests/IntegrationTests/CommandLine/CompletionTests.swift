import Glibc
import TestRig
import Testing

/// Tab in the shells, with real accounts in a real keyring.
@Suite("Completion with accounts")
struct CompletionTests {
    @Test("fish lists accounts, services, apps and granted programs with what they are")
    func fish() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
            let script = try rig.script("nightly", "#!/bin/sh\n")
            expectSuccess(try await terminal.run("acctstore grant \(script) 1"))
            try rig.folder.write(try await terminal.mustRun("acctstore completion fish"), to: "completion.fish")
            func listed(_ line: String) async throws -> [String] {
                let asked = "fish --no-config -c \"source completion.fish; complete -C '\(line)'\""
                return try await terminal.mustRun(asked).split(separator: "\n").map(String.init)
            }
            #expect(
                try await listed("acctstore post -a ") == [
                    "alice\t1, local", "bob\t2, local", "1\t@alice, local", "2\t@bob, local",
                ])
            let services = ["friendica", "gnusocial", "local", "mastodon", "twitter"]
            #expect(try await listed("acctstore list ") == ["local"])
            #expect(try await listed("acctstore timeline --service=") == ["--service=local", "--service=twitter"])
            #expect(try await listed("acctstore add ") == services)
            #expect(try await listed("acctstore app remove --app=") == ["--app=default\tlocal"])
            #expect(try await listed("acctstore revoke ") == [script])
            #expect(try await listed("acctstore pos") == ["post\tPost a text."])
        }
    }

    @Test(
        "names that a shell would evaluate are planted in the keyring, and arrive whole",
        arguments: EditingShell.allCases)
    func hostileNames(shell: EditingShell) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            for (number, name) in ["$(touch${IFS}evil)", #"it's"so""#, "a;b&c|d", "`touch${IFS}evil`"].enumerated() {
                try await rig.plantAccount(number: number + 1, name: name)
                let begun = #"'\#(name.prefix(2).replacing("'", with: #"'\''"#))"#
                let words = try await rig.press(shell, "acctstore show \(begun)", in: terminal)
                #expect(words == ["show", name], "\(shell.rawValue)")
            }
            #expect(rig.folder.read("evil") == nil)
        }
    }

    @Test("bash calls its function as it does by itself, with the words cut at colons")
    func bash() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
            let ask = """
                bash --norc -c 'source <(acctstore completion bash); COMP_LINE="acctstore grant cron local:"; \
                COMP_POINT=27 COMP_CWORD=4 COMP_WORDS=(acctstore grant cron local :); _acctstore; \
                printf "%s\\n" "${COMPREPLY[@]}"'
                """
            #expect(try await terminal.mustRun(ask) == "\\*\n")
        }
    }

    @Test("a locked keyring offers nothing that it does not show, asks nobody, and is quick")
    func locked() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.gnomeKeyring.restart(.locked)
            let prompter = try await PrompterDouble.start(on: rig.bus, answers: [.password(GnomeKeyring.password)])
            let offered = try await terminal.run("acctstore complete -- post -a ''", within: .seconds(20))
            expectSuccess(offered, prints: "none\n")
            #expect(offered.err == "")
            #expect(prompter.promptCount == 0)
            #expect(try await rig.gnomeKeyring.isLocked())
            await prompter.stop()
        }
    }

    @Test("an agent that hangs keeps nobody waiting who pressed Tab, or who only asks where to start")
    func hanging() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let agent = try await terminal.mustRun("acctstore agent").split(separator: " ")
            let number = try #require(agent.count > 2 ? Int32(agent[2]) : nil)
            kill(number, SIGSTOP)
            defer { kill(number, SIGCONT) }
            let offered = try await terminal.run("acctstore complete -- show ''", within: .seconds(20))
            expectSuccess(offered, prints: "none\n")
            let start = try await terminal.run("acctstore", within: .seconds(20))
            #expect(start.status == 0)
            #expect(start.out.contains("does not answer"))
        }
    }

    @Test("without a keyring or a bus nothing is offered, and nothing told")
    func unreachable() async throws {
        var options = RigOptions()
        options.secrets = .none
        try await withRig(options) { rig in
            expectSuccess(
                try await rig.acctstore("complete", "--", "show", "", deadline: .seconds(20)), prints: "none\n")
        }
        var program = Program(
            ["\(try PackageFiles.builtPrograms)/acctstore", "complete", "--", "show", ""],
            environment: ["PATH": "/usr/bin:/bin"], user: .current)
        program.directory = "/"
        let outcome = try await program.run(deadline: .seconds(20))
        #expect(outcome.out == "none\n")
        #expect(outcome.err == "")
    }
}

extension Rig {
    /// Puts an account into the keyring as another program could.
    fileprivate func plantAccount(number: Int, name: String) async throws {
        let command = [
            "secret-tool", "store", "--label=planted", "xdg:schema", "org.acctstore.Account", "service", "local", "app",
            "default", "user-id", "77\(number)", "id", "00000000-0000-4000-8000-00000000000\(number)", "number",
            "\(number)", "username", name, "state", "ok", "ask", "once",
        ]
        let outcome = try await program(command, input: .text(#"{"version":1}"#)).run()
        guard outcome.status == 0 else { throw RigError("secret-tool: \(outcome.err)") }
    }

    /// What the tool is called with after a Tab.
    fileprivate func press(_ shell: EditingShell, _ line: String, in terminal: Terminal) async throws -> [String] {
        let script = try await terminal.mustRun("acctstore completion \(shell.rawValue)")
        return try await shell.arguments(
            tabAfter: line, of: "acctstore", completedBy: script, in: folder, environment: environment)
    }
}
