import TestRig
import Testing

/// A service that refuses a log-in, in whatever shape: its own reason and status are told, and nothing is stored.
@Suite("A refused log-in")
struct RefusedLogInTests {
    private static let requestToken = "/oauth/request_token"

    @Test("a request token refused or unusable: reason and status in one line, nothing stored, and the next step")
    func requestToken() async throws {
        let oob = "Desktop applications only support the oauth_callback value 'oob'"
        let answers: [(status: Int, body: String, type: String, words: [String])] = [
            (401, "<?xml version=\"1.0\"?><hash><error>\(oob)</error></hash>", "application/xml", ["401", oob]),
            (200, "<html><title>Over capacity</title><p>Sorry</p></html>", "text/html", ["200", "Over capacity"]),
            (200, "oauth_token=t&oauth_token_secret=s", "text/plain", ["200", "oauth_callback_confirmed"]),
            (200, "oauth_token=t&oauth_callback_confirmed=true", "text/plain", ["200", "secret"]),
            (200, "", "text/plain", ["200"]),
            (
                500, #"{"errors":[{"code":131,"message":"Internal error"}]}"#, "application/json",
                ["500", "Internal error"]
            ),
        ]
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            for answer in answers {
                try await rig.server.add(
                    .answer(answer.status, answer.body, type: answer.type, path: Self.requestToken))
                let ended = try await terminal.run("acctstore add local --pin")
                expectFailure(ended, 76, "nothing was stored")
                for word in answer.words { #expect(ended.err.contains(word), "\(ended.err)") }
                #expect(!ended.nextSteps.isEmpty)
            }
            #expect(try await rig.items("Account").isEmpty)
            #expect(try await rig.server.log().count == answers.count)
        }
    }

    @Test("a service that is not there, and one that takes no more requests, each with its status")
    func unreachableOrBusy() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            try await rig.server.add(.answer(429, "Too many requests", type: "text/plain", path: Self.requestToken))
            expectFailure(try await terminal.run("acctstore add local"), 75, "429")
            await (try rig.server).stop()
            expectFailure(try await terminal.run("acctstore add local"), 69, "local")
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    @Test("somebody else than expected: nothing is stored, and both names are told")
    func anotherPerson() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let tokens = try rig.tokens(of: TestService.Known.bob)
            let ended = try await terminal.run("acctstore add local --token-stdin --user alice <\(tokens)")
            expectFailure(ended, 76, "@bob", "@alice", "nothing was stored")
            let mixed = try rig.folder.write(
                "oauth_token=1003-bob&oauth_token_secret=bob-ts&user_id=1001", to: "input/mixed")
            expectFailure(
                try await terminal.run("acctstore add local --token-stdin <\(mixed)"), 76, "1001", "1003",
                "nothing was stored")
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    @Test("a look-up of the person that fails never throws away a token that was got")
    func lookUpFails() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let path = "/1.1/account/verify_credentials.json"
            try await rig.server.add(.answer(503, "<h1>busy</h1>", type: "text/html", path: path))
            let tokens = try rig.folder.write("oauth_token=1003-bob&oauth_token_secret=bob-ts", to: "input/bare")
            let added = try await terminal.run("acctstore add local --token-stdin <\(tokens)")
            expectSuccess(added, prints: "1\n")
            #expect(added.err.contains("warning:") && added.err.contains("503"))
            let item = try #require(try await rig.items("Account").first)
            #expect(item.attributes["user-id"]?.hasPrefix("?") == true)
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  ?  local\n")
            expectSuccess(try await terminal.run("acctstore post hello"))
            #expect(try await rig.server.posts().map(\.user) == ["bob"])
        }
    }
}
