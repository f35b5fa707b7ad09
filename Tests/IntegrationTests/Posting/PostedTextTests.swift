import TestRig
import Testing

/// What is typed or piped is what is posted, byte for byte, and nothing else is done with it.
@Suite("The text of a post")
struct PostedTextTests {
    @Test("signs that a form or a shell might take for its own arrive as they were written")
    func signs() async throws {
        let texts = [
            "a & b=c %41 + ? #x", #"a backslash and n: \n, not a line"#, "(all)! it's *50%* ~ok", "&lt; &amp; <b>",
            "d", "-- dashes", "é€漢👩‍👩‍👧‍👦", "=", "@alice_work hello",
        ]
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            for text in texts {
                let quoted = text.replacing("'", with: #"'\''"#)
                let posted = try await terminal.run("acctstore post -- '\(quoted)'")
                expectSuccess(posted)
                #expect(posted.err == "as @alice (1, local)\n")
            }
            #expect(try await rig.server.posts().map(\.text) == texts)
            let updates = try await rig.server.log().filter { $0.path == "/1.1/statuses/update.json" }
            #expect(updates.count == texts.count)
            #expect(updates.allSatisfy { $0.verdict?.valid == true })
        }
    }

    @Test("from stdin: one LF between two lines, CRLF and CR become LF, and only one final LF is dropped")
    func standardInput() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            for text in [#"one\ntwo\n"#, #"three\r\nfour\r\n"#, #"five\rsix"#, #"seven\n\n"#] {
                expectSuccess(try await terminal.run("printf '\(text)' | acctstore post"))
            }
            expectSuccess(try await terminal.run("printf dash | acctstore post -"))
            #expect(
                try await rig.server.posts().map(\.text) == [
                    "one\ntwo", "three\nfour", "five\nsix", "seven\n", "dash",
                ])
        }
    }

    @Test("words that a service once took for commands are posted as text, with its command parsing switched off")
    func commandWords() async throws {
        let texts = ["dm bob hi", "d bob hi", "D bob hi", "follow bob", "d"]
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            for text in texts { expectSuccess(try await terminal.run("acctstore post '\(text)'")) }
            #expect(try await rig.server.directMessageCount() == 0)
            #expect(try await rig.server.posts().map(\.text) == texts)
        }
    }

    @Test("what no post can be is 65 before anything is sent", arguments: [#"\0"#, #"a\0b"#, #" \n\t "#, #"\xff\xfe"#])
    func notAPost(_ text: String) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let before = try await rig.server.log().count
            expectFailure(try await terminal.run("printf '\(text)' | acctstore post"), 65)
            #expect(try await rig.server.log().count == before)
        }
    }
}
