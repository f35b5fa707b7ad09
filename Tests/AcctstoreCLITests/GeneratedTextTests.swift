import AcctstoreCLI
import CommandLineKit
import TestRig
import Testing

@Suite("Generated texts")
struct GeneratedTextTests {
    @Test("the description makes sense")
    func description() {
        #expect(Tool.command.descriptionProblems() == [])
    }

    @Test(
        "the help of every command is as agreed, and touches no bus",
        arguments: [
            "", "add", "login", "renew", "list", "show", "set", "remove", "app", "app list", "app set", "app remove",
            "service", "grant",
            "revoke",
            "log",
            "sign", "request", "exec", "token", "post", "unpost", "timeline", "timeline home", "timeline mentions",
            "timeline user",
            "timeline search", "timeline public", "view", "status", "verify", "doctor", "lock", "unlock", "vault",
            "vault passphrase", "migrate", "agent", "agent status", "agent stop",
            "completion",
        ])
    func help(line: String) async throws {
        let words = ["help"] + line.split(separator: " ").map(String.init)
        let run = TestRun()
        let outcome = try await run.run(words.map { RawArgument($0) })
        #expect(outcome.status == 0)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.connections == 0)
        try Golden.check(outcome.output, words.joined(separator: "-"))
    }

    @Test("the version goes to stdout, and touches no bus")
    func version() async throws {
        let outcome = try await TestRun().run("--version")
        #expect(outcome.output == "acctstore 1.2.3\n")
        #expect(outcome.status == 0)
        #expect(outcome.connections == 0)
    }

    static let mistakes = [
        "frobnicate", "lst", "app sett twitter", "add --pin --xauth", "add --xauth", "add --password-stdin",
        "add --user", "add ///", "add --host a.example", "add mastodon --host a/b", "add mastodon/a --host b",
        "add --sevice", "list --jsn", "show", "set 2", "set 2 --ask never",
        "set 2 --default --no-default", "remove", "remove 2 --sure", "app set twitter", "app remove", "grant --read",
        "grant --for 8", "grant --for 8w", "grant --json prog", "revoke", "exec true",
        "exec -a 2 true", "exec ls -l", "log -n 0", "sign GET", "sign GET /2/users/me",
        "sign GET http://a/ -d", "request GET", "request GET / -H nonsense", "unpost", "unpost 12/a", "verify 1 --all",
        "sign GET http://a/ -d =x", "sign GET http://a/ --format xml", "post a b", "post --reply-to 12/a hi",
        "post -a 1 -dash", "post -A 1", "post -a", "post -hello world", "--color red list", "agent start",
        "list --quiet=1",
        "timeline alice", "timeline user", "timeline search a b", "timeline -n 0", "timeline --json --jsonl",
        "timeline --images=often", "view", "view 12/a",
    ]

    @Test("every mistake on the command line is told as agreed: status 64, nothing on stdout, no bus touched")
    func mistakes() async throws {
        var texts: [String] = []
        for line in Self.mistakes {
            let outcome = try await TestRun().run(line.split(separator: " ").map { RawArgument(String($0)) })
            #expect(outcome.status == 64, "\(line)")
            #expect(outcome.output.isEmpty, "\(line)")
            #expect(outcome.connections == 0, "\(line)")
            texts.append("$ acctstore \(line)\n\(outcome.messages)")
        }
        try Golden.check(texts.joined(separator: "\n"), "mistakes")
    }

    @Test("texts are wrapped at the width that COLUMNS tells")
    func width() async throws {
        let outcome = try await TestRun(environment: ["COLUMNS": "50"]).run("help", "add")
        #expect(outcome.output.split(separator: "\n").contains("USAGE: acctstore add [--host HOST] [--app NAME]"))
    }
}
