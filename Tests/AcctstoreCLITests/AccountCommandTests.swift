import AccountModel
import CommandLineKit
import TestRig
import Testing

@Suite("list, show, set, remove")
struct AccountCommandTests {
    static let varied: RecordingBroker.Script = {
        var alice = Samples.account(1, "alice", isDefault: true)
        alice.description = "for\u{1B}[31m work"
        var unknown = Samples.account(3, nil)
        unknown.state = .needsLogin
        return RecordingBroker.Script(accounts: [alice, unknown])
    }()

    @Test("list: two blanks between, what is not known or does not hold left out, nothing that steers a terminal")
    func list() async throws {
        let outcome = try await TestRun(script: Self.varied).run("list")
        #expect(
            outcome.output == """
                1  @alice  twitter  (default)  for\\u{1B}[31m work
                3  ?  twitter  needs log-in

                """)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test("list --json: the keys in their order, null for what is not known, slashes as they are")
    func listJSON() async throws {
        let outcome = try await TestRun(script: Self.varied).run("list", "--json")
        #expect(
            outcome.output == #"""
                [{"number":1,"id":"00000000-0000-4000-8000-000000000001","service":"twitter","app":"default",\#
                "username":"alice","user_id":"121","description":"for\u001b[31m work","default":true,"state":"ok"},\#
                {"number":3,"id":"00000000-0000-4000-8000-000000000003","service":"twitter","app":"default",\#
                "username":null,"user_id":null,"description":null,"default":false,"state":"needs-login"}]

                """#)
    }

    @Test(
        "an empty list is no error: nothing on stdout, the agent's words for whoever asks and the next command on stderr"
    )
    func emptyList() async throws {
        let unseen = BrokerError(.noSuchAccount, "there is no account yet", nextStep: "acctstore add")
        let run = TestRun(script: .init(unseen: unseen))
        let outcome = try await run.run("list")
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages == "there is no account yet\nnext: acctstore add\n")
        #expect(outcome.status == 0)
        #expect(try await run.run("list", "--json").output == "[]\n")
        #expect(try await run.run("list", "-q").messages.isEmpty)
    }

    @Test("list with the store unreachable says so, and never advises a new log-in")
    func unreachable() async throws {
        let error = BrokerError(.unavailable, "the keyring cannot be reached: no provider", nextStep: "start a keyring")
        let outcome = try await TestRun(script: .init(error: error)).run("list")
        #expect(outcome.status == 69)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.messages == "error: the keyring cannot be reached: no provider\nnext: start a keyring\n")
        #expect(outcome.calls == ["accounts "])
    }

    @Test("show tells all but secrets")
    func show() async throws {
        try Golden.check(try await TestRun(script: Samples.one).run("show", "1").output, "show")
        try Golden.check(try await TestRun(script: Samples.one).run("show", "1", "--json").output, "show-json")
    }

    @Test("set says on stderr what changed, and prints nothing")
    func set() async throws {
        let outcome = try await TestRun(script: Samples.two).run(
            "set", "BOB", "--default", "--description", "at work", "--ask", "always")
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.messages == """
                changed @bob (2, twitter): description 'at work', the default, asked about at each use

                """)
        #expect(outcome.calls == ["update @BOB"])
    }

    @Test("remove asks on the terminal, about the very account, and only a yes removes it")
    func removeAsks() async throws {
        var script = Samples.two
        script.needsConfirmation = true
        let yes = try await TestRun(script: script, typed: [" YES "]).run("remove", "bob")
        #expect(yes.status == 0)
        #expect(yes.shown == ["Remove @bob (2, twitter)? yes, no: "])
        #expect(yes.messages == "removed @bob (2, twitter)\n")
        #expect(
            yes.calls == [
                "remove @bob revoke: false confirmed: false",
                "remove 00000000-0000-4000-8000-000000000002 revoke: false confirmed: true",
            ])
        for answers in [["no"], ["y", "ja", "sure"], ["y e s", "ye s", "yes yes"], []] {
            let outcome = try await TestRun(script: script, typed: answers).run("remove", "bob")
            #expect(outcome.status == 80)
            #expect(outcome.calls.count == 1)
            #expect(outcome.messages == "error: @bob (2, twitter) was not removed\n")
        }
    }

    @Test("remove without anybody to ask is 64 and names --yes; with --yes nothing is asked")
    func removeWithoutTerminal() async throws {
        var script = Samples.two
        script.needsConfirmation = true
        for run in [TestRun(script: script), TestRun(script: script, typed: ["yes"])] {
            let outcome = try await run.run("remove", "2", "--no-prompt")
            #expect(outcome.status == 64)
            #expect(outcome.messages.hasSuffix("next: acctstore remove 2 --yes\n"))
            #expect(outcome.shown.isEmpty)
        }
        let outcome = try await TestRun(script: script).run("remove", "2", "--yes", "--revoke")
        #expect(outcome.calls == ["remove 2 revoke: true confirmed: true"])
        #expect(outcome.status == 0)
    }

    @Test("removing the default says that none is left")
    func removeDefault() async throws {
        let outcome = try await TestRun(script: Self.varied).run("remove", "1", "--yes")
        #expect(outcome.messages == "removed @alice (1, twitter)\nit was the default account; there is none now\n")
    }
}
