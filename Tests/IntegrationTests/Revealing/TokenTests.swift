import FoundationEssentials
import TestRig
import Testing

/// The token itself goes to whom the person lets have it, and past the front end.
@Suite("token")
struct TokenTests {
    private static let question = "acctstore wants to print the token of @alice (1, local)."

    @Test("at a terminal each one is asked about; a yes prints one JSON object, which can be stored again")
    func atTerminal() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            for _ in 1...2 {
                let asking = try await terminal.begin("acctstore token")
                try await terminal.waitFor("Allow? once, no: ")
                #expect(terminal.screen.contains(Self.question))
                try terminal.type("once\n")
                let ended = try await asking.finish()
                expectSuccess(ended)
                let json = try JSONDecoder().decode(JSON.self, from: Data(ended.out.utf8))
                #expect(json["oauth_token"] == "1001-alice" && json["oauth_token_secret"] == "alice-ts")
                #expect(json["consumer_key"] == "demo-ck" && json["consumer_secret"] == "demo-cs")
                #expect(json["signature_method"] == "HMAC-SHA1" && json["service"] == "local")
                #expect(json["user_id"] == "1001" && json["screen_name"] == "alice")
                #expect(ended.out.hasSuffix("}\n") && ended.out.components(of: "\n") == 1)
                try rig.folder.write(ended.out, to: "input/again")
            }
            try await terminal.mustRun("acctstore remove 1 --yes")
            try await terminal.mustRun("acctstore app remove local")
            let added = try await terminal.run("acctstore add local --token-stdin <\(rig.folder.path)/input/again")
            expectSuccess(added, prints: "2\n")
            expectSuccess(try await terminal.run("acctstore verify 2"))
        }
    }

    @Test("anything but once prints nothing, and what is printed on a screen comes with a warning")
    func refused() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            for answer in ["no", "yes", "", "y"] {
                let asking = try await terminal.begin("acctstore token --format env")
                try await terminal.waitFor("Allow? once, no: ")
                try terminal.type("\(answer)\n")
                expectFailure(try await asking.finish(), 77, "acctstore token", "the token of @alice (1, local)")
            }
            #expect(terminal.screen.contains(Self.question))
            let running = try await terminal.begin("acctstore exec -- env")
            try await terminal.waitFor("Allow? once, no: ")
            try terminal.type("no\n")
            expectFailure(try await running.finish(), 77, "env was denied access to the token of @alice (1, local)")
            let unasked = try await terminal.run("acctstore --no-prompt token")
            expectFailure(unasked, 77, "given out after a yes alone")
            let asking = try await terminal.beginOnScreen("acctstore token --format env")
            try await terminal.waitFor("whoever sees this screen")
            try await terminal.waitFor("Allow? once, no: ")
            try terminal.type("once\n")
            try await terminal.waitFor("LOCAL_ACCESS_TOKEN=1001-alice")
            #expect(try await asking.finish().status == 0)
        }
    }

    @Test("a program without the permission is told the command that gives it, and then gets it each time")
    func program() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.script("nightly", "#!/bin/sh\nacctstore token -a 1 --format env\n")
            try await terminal.mustRun("acctstore grant \(script) 1")
            let refused = try await rig.alone(script)
            expectFailure(refused, 77, script, "the token of @alice (1, local)")
            #expect(refused.nextSteps == ["acctstore grant \(script) 1 --reveal"])
            let granted = try await terminal.run(try #require(refused.nextSteps.first))
            expectSuccess(granted)
            #expect(granted.err.contains("see the token"))
            let wanted = """
                LOCAL_CONSUMER_KEY=demo-ck
                LOCAL_CONSUMER_SECRET=demo-cs
                LOCAL_ACCESS_TOKEN=1001-alice
                LOCAL_ACCESS_TOKEN_SECRET=alice-ts

                """
            for _ in 1...2 { expectSuccess(try await rig.alone(script), prints: wanted) }
            // It is read by a shell as it was meant.
            let reader = try rig.script(
                "reader", "#!/bin/sh\neval \"$(acctstore token -a 1 --format env)\"\necho $LOCAL_ACCESS_TOKEN_SECRET\n")
            try await terminal.mustRun("acctstore grant \(reader) 1 --reveal")
            expectSuccess(try await rig.alone(reader), prints: "alice-ts\n")
        }
    }

    @Test("a reader that leaves, and a disk that is full, are the status 74")
    func output() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.script(
                "nightly",
                "#!/bin/sh\nacctstore token -a 1 >/dev/full; echo $?\nacctstore token -a 1 >&-; echo $?\n"
                    + "{ acctstore token -a 1; echo $? >status; } | true; cat status\n"
                    + "acctstore token -a 1 >>appended; echo $?; wc -l <appended\n")
            try await terminal.mustRun("acctstore grant \(script) 1 --reveal")
            let ended = try await rig.alone(script)
            let statuses = ended.out.split(separator: "\n")
            #expect(
                statuses.prefix(2) == ["74", "74"] && statuses.suffix(2) == ["0", "1"], "\(ended.out) \(ended.err)")
            #expect(["0", "74"].contains(statuses[2]))
            #expect(ended.err.contains("the result cannot be written"))
        }
    }

    @Test("over plain D-Bus it is one form in a sealed file, which nobody can change")
    func bus() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let program = try AskingProgram.start(in: rig)
            let account = try await rig.accountArgument(terminal)
            try await terminal.mustRun("acctstore grant \(program.path) 1 --reveal")
            let credential = try await program.call("GetCredential", account)
            #expect(
                credential.answer[0]["text"].string
                    == "oauth_token=1001-alice&oauth_token_secret=alice-ts&consumer_key=demo-ck&consumer_secret=demo-cs"
                    + "&signature_method=HMAC-SHA1&service=local&user_id=1001&screen_name=alice",
                "\(credential.message ?? "")")
            // SEAL, SHRINK, GROW and WRITE; EXEC too, where the kernel has it.
            #expect([0xF, 0x2F].contains(credential.answer[0]["seals"].number))
            #expect(try await program.call("GetCredential", "no-uuid").error == "InvalidArgument")
        }
    }
}
