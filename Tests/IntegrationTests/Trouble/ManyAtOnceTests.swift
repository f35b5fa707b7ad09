import TestRig
import Testing

/// Several processes at once never make two items of one account, give one number twice, nor lose a change.
@Suite("Many at once")
struct ManyAtOnceTests {
    private static let count = 20
    /// A service that is never asked who somebody is, so that tokens may be made up.
    private static let description = "[service]\ndialect=none\napi=http://127.0.0.1:9/\n"

    @Test(
        "twenty different accounts added at once, with an agent that the bus starts or none: twenty numbers and items",
        arguments: [true, false])
    func differentAccounts(activatesAgent: Bool) async throws {
        try await withBareRig(activatesAgent: activatesAgent) { rig in
            let terminal = try await rig.terminal()
            for index in 1...Self.count {
                try tokens(index, user: "\(index)", in: rig)
            }
            // All of them find no agent, and one is to be started.
            try await terminal.mustRun("acctstore agent stop")
            let result = try await terminal.run(
                "{ for i in $(seq \(Self.count)); do acctstore add bare --token-stdin <\(rig.folder.path)/input/$i & done; wait; }",
                within: .seconds(60))
            let numbers = result.out.split(separator: "\n").compactMap { Int($0) }
            #expect(numbers.sorted() == Array(1...Self.count), "\(result.err)")
            let items = try await rig.items("Account")
            #expect(Set(items.compactMap { $0.attributes["number"] }).count == Self.count)
            #expect(Set(items.compactMap { $0.attributes["user-id"] }).count == Self.count)
            #expect(Set(items.compactMap { $0.attributes["id"] }).count == Self.count)
            #expect(items.count == Self.count)
            #expect(try await rig.items("Settings").map { $0.attributes["next-number"] } == ["\(Self.count + 1)"])
            for item in items {
                let user = try #require(item.attributes["user-id"])
                #expect(item.secret.contains(#""token":"token-\#(user)""#))
            }
        }
    }

    @Test("one account added ten times at once is one item, whose token and secret belong together")
    func sameAccount() async throws {
        try await withBareRig { rig in
            let terminal = try await rig.terminal()
            for index in 1...10 { try tokens(index, user: "7", in: rig) }
            let result = try await terminal.run(
                "{ for i in $(seq 10); do acctstore add bare --user me --token-stdin <\(rig.folder.path)/input/$i & done; wait; }",
                within: .seconds(60))
            let items = try await rig.items("Account")
            #expect(items.count == 1, "\(result.err)")
            #expect(Set(result.out.split(separator: "\n")) == ["1"], "\(result.err)")
            let stored = try StoredSecret(items)
            #expect(stored.token.dropFirst("token-".count) == stored.tokenSecret.dropFirst("secret-".count))
        }
    }

    @Test("changes of one account and grants made at once are all there afterwards")
    func changesAndGrants() async throws {
        try await withBareRig { rig in
            let terminal = try await rig.terminal()
            try tokens(1, user: "1", in: rig)
            try await terminal.mustRun("acctstore add bare --token-stdin <\(rig.folder.path)/input/1")
            for index in 1...12 { _ = try rig.script("tool\(index)", "#!/bin/sh\nexit 0\n") }
            let bin = rig.folder.path("home/bin")
            let result = try await terminal.run(
                """
                { for i in $(seq 12); do acctstore grant \(bin)/tool$i 1 & done; acctstore set 1 --description kept & \
                acctstore set 1 --ask always & acctstore set 1 --default & wait; }
                """, within: .seconds(60))
            #expect(!result.err.contains("error:"), "\(result.err)")
            #expect(Set(try await rig.items("Grant").compactMap { $0.attributes["program"] }).count == 12)
            let account = try #require(try await rig.items("Account").first)
            #expect(account.attributes["description"] == "kept")
            #expect(account.attributes["ask"] == "always")
            let settings = try #require(try await rig.items("Settings").first)
            #expect(settings.attributes["default"] == account.attributes["id"])
            #expect(settings.attributes["next-number"] == "2")
        }
    }

    @Test("accounts removed and added at once: no number comes twice")
    func removedAndAdded() async throws {
        try await withBareRig { rig in
            let terminal = try await rig.terminal()
            for index in 1...8 { try tokens(index, user: "\(index)", in: rig) }
            let input = rig.folder.path("input")
            try await terminal.mustRun("for i in 1 2 3 4; do acctstore add bare --token-stdin <\(input)/$i; done")
            let result = try await terminal.run(
                """
                { for i in 5 6 7 8; do acctstore add bare --token-stdin <\(input)/$i & acctstore remove $((i-4)) --yes & \
                done; wait; }
                """, within: .seconds(60))
            #expect(!result.err.contains("error:"), "\(result.err)")
            #expect(Set(result.out.split(separator: "\n")) == ["5", "6", "7", "8"])
            #expect(try await rig.items("Account").count == 4)
        }
    }

    private func withBareRig(activatesAgent: Bool = true, _ body: (Rig) async throws -> Void) async throws {
        var options = RigOptions()
        options.hasService = false
        options.activatesAgent = activatesAgent
        try await withRig(options) { rig in
            try rig.folder.write(Self.description, to: "home/.config/acctstore/services/bare.conf")
            let terminal = try await rig.terminal()
            let secret = try rig.folder.write("cs", to: "input/app")
            try await terminal.mustRun("acctstore app set bare --key ck --secret-stdin <\(secret)")
            try await body(rig)
        }
    }

    private func tokens(_ index: Int, user: String, in rig: Rig) throws {
        let line = "oauth_token=token-\(index)&oauth_token_secret=secret-\(index)&user_id=\(user)&screen_name=me"
        try rig.folder.write(line, to: "input/\(index)")
    }
}
