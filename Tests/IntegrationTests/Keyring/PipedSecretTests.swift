import TestRig
import Testing

/// A secret that is piped in is stored as it was meant: without the line end that the pipe added, with all the rest.
@Suite("A piped secret")
struct PipedSecretTests {
    @Test("one final LF or CRLF is dropped; a control byte anywhere else is refused and nothing is stored")
    func finalLineEnd() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal()
            for (index, ending) in ["", #"\n"#, #"\r\n"#].enumerated() {
                let pipe = "printf 'tok\(ending)' | acctstore app set local --app s\(index) --key k --secret-stdin"
                expectSuccess(try await terminal.run(pipe), prints: "")
            }
            let apps = try await rig.items("App")
            #expect(apps.count == 3)
            #expect(apps.allSatisfy { $0.secret == #"{"version":1,"consumer_key":"k","consumer_secret":"tok"}"# })

            for text in [#"tok\n\n"#, #"to\tk"#, #"a\nb"#, #"tok\r"#, #"tok\0"#] {
                let pipe = "printf '\(text)' | acctstore app set local --app refused --key k --secret-stdin"
                expectFailure(try await terminal.run(pipe), 65)
            }
            #expect(try await rig.items("App").count == 3)
        }
    }

    @Test("tokens are read with any line end too, and a broken text is 65 with nothing stored")
    func tokens() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let form = "oauth_token=1001-alice&oauth_token_secret=alice-ts&user_id=1001&screen_name=alice"
            expectSuccess(
                try await terminal.run(#"printf '\#(form)\r\n' | acctstore add local --token-stdin"#), prints: "1\n")
            #expect(try StoredSecret(try await rig.items("Account")).tokenSecret == "alice-ts")
            for text in ["oauth_token=x", #"oauth_token=a&oauth_token_secret=b\n\n"#, "{not json", "[]"] {
                let add = "printf '\(text)' | acctstore add local --token-stdin"
                expectFailure(try await terminal.run(add), 65, "nothing was stored")
            }
            #expect(try await rig.items("Account").count == 1)
        }
    }
}
