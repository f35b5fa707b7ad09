import AccountModel
import AcctstoreCLI
import CommandLineKit
import Testing

@Suite("What a completion script is answered")
struct CompleteCommandTests {
    @Test("the description alone answers for commands and options, and touches no bus")
    func description() async throws {
        let outcome = try await ask("--color=")
        #expect(outcome.output == "none\n--color=auto\t\n--color=always\t\n--color=never\t\n")
        #expect(outcome.connections == 0)
        #expect(try await ask("post", "--d").connections == 0)
    }

    @Test("accounts by name and by number, each spelled so that it alone is meant")
    func accounts() async throws {
        #expect(
            try await ask("post", "-a", "").output == """
                none
                alice\t1, twitter
                @123\t3, twitter
                @none\t4, twitter
                1\t@alice, twitter
                2\t?, twitter
                3\t@123, twitter
                4\t@none, twitter
                5\t@a:b, twitter

                """)
        #expect(try await ask("show", "").output == ask("post", "-a", "").output)
        #expect(try await ask("post", "--account=x").output.contains("\n--account=alice\t1, twitter\n"))
    }

    @Test("a name at two services is spelled with its service")
    func ambiguous() async throws {
        var other = Samples.account(2, "alice")
        other.service = try #require(Service("mastodon/social.example"))
        let names = KnownNames(accounts: [Samples.alice, other])
        let output = try await ask("show", "", names: names).output
        #expect(output.contains("\ntwitter:alice\t1, twitter\nmastodon/social.example:alice\t2, "))
        #expect(!output.contains("\nalice\t"))
    }

    @Test("services, apps and programs at their places")
    func others() async throws {
        #expect(try await ask("list", "").output == "none\ntwitter\t\n")
        #expect(try await ask("timeline", "--service", "").output == "none\nlocal\t\ntwitter\t\n")
        // Software without its host has no accounts; there is something to say of it, and to add.
        for place in [["add"], ["service"], ["app", "set"]] {
            let words = ["complete", "--"] + place + [""]
            let output = try await TestRun(script: .init(names: Self.names)).run(words.map { RawArgument($0) }).output
            #expect(output == "none\nlocal\t\nmastodon\t\ntwitter\t\n", "\(place)")
        }
        #expect(try await ask("app", "remove", "--app", "").output == "none\nwork app\ttwitter\n")
        #expect(try await ask("revoke", "").output == "none\n/home/alice/bin/nightly\t\nflatpak:org.example.App\t\n")
        #expect(try await ask("grant", "").output.hasPrefix("commands\n/home/alice/bin/nightly\t\n"))
        #expect(
            try await ask("grant", "x", "").output.hasSuffix(
                "\nlocal:*\tevery account of local\ntwitter:*\tevery account of twitter\n"))
    }

    @Test("a command that acts without an account offers the words for that")
    func words() async throws {
        #expect(try await ask("timeline", "-a", "").output.contains("\nnone\tnobody: unsigned\n"))
        #expect(!(try await ask("post", "-a", "").output.contains("\nnone\t")))
    }

    @Test("trouble is no answer and no error")
    func trouble() async throws {
        let outcome = try await TestRun(connectionFailure: BrokerError(.unavailable, "no bus"))
            .run("complete", "--", "show", "")
        #expect(outcome.status == 0)
        #expect(outcome.output == "none\n")
        #expect(outcome.messages == "")
    }

    @Test("nobody is asked")
    func nobodyIsAsked() async throws {
        #expect(try await ask("show", "").mayAsk == [false])
    }

    private static let names = KnownNames(
        accounts: [
            Samples.account(1, "alice"), Samples.account(2, nil), Samples.account(3, "123"),
            Samples.account(4, "none"), Samples.account(5, "a:b"),
        ],
        services: ["local", "twitter"].compactMap { Service($0) },
        otherServices: ["mastodon"].compactMap { Service($0) },
        apps: [AppName(service: .twitter, name: "work app")],
        programs: [.script("/home/alice/bin/nightly"), .flatpak("org.example.App")])

    private func ask(_ words: String..., names: KnownNames = names) async throws -> TestRun.Outcome {
        try await TestRun(script: .init(names: names)).run(["complete", "--"] + words.map { RawArgument($0) })
    }
}
