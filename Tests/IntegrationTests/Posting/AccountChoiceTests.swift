import TestRig
import Testing

/// As whom something is posted: named in any case, told each time, and never somebody else.
@Suite("The account of a post")
struct AccountOfPostTests {
    @Test("names are taken in any case, with @ and without; one that is not there is an error and nothing is sent")
    func names() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
            try await terminal.mustRun("acctstore set alice --default")
            for (index, name) in ["BOB", "@bob", "local:Bob", "2"].enumerated() {
                let posted = try await terminal.run("acctstore post -a \(name) 'number \(index)'")
                expectSuccess(posted)
                #expect(posted.err == "as @bob (2, local)\n")
            }
            let posted = try await terminal.run("ACCTSTORE_ACCOUNT=bob acctstore post 'from the environment'")
            #expect(posted.err == "as @bob (2, local)\n")
            #expect(try await rig.server.posts().allSatisfy { $0.user == "bob" })

            let sent = try await rig.server.log().count
            for name in ["carol", "@carol", "3", "local:carol", "twitter:bob"] {
                let ended = try await terminal.run("acctstore post -a \(name) hello")
                expectFailure(ended, 67)
                #expect(ended.err.contains("@alice") && ended.err.contains("@bob"), "\(ended.err)")
            }
            #expect(try await rig.server.log().count == sent)
            #expect(try await terminal.run("acctstore post hello").err == "as @alice (1, local)\n")
        }
    }

    @Test("a number is never given again, and removing the default leaves none: nothing is posted as somebody else")
    func numbersDoNotShift() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(
                with: TestService.Known.alice, TestService.Known.aliceWork, TestService.Known.bob)
            try await terminal.mustRun("acctstore set 2 --default")
            try await terminal.mustRun("acctstore remove 2 --yes")
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n3  @bob  local\n")
            for command in ["acctstore post -a 2 x", "acctstore post -a alice_work x"] {
                expectFailure(try await terminal.run(command), 67)
            }
            let unnamed = try await terminal.run("acctstore post x")
            #expect(unnamed.status == 64 && unnamed.out == "", "\(unnamed.err)")
            try await terminal.mustRun("acctstore remove 3 --yes")
            let tokens = try rig.tokens(of: TestService.Known.bob)
            expectSuccess(try await terminal.run("acctstore add local --token-stdin <\(tokens)"), prints: "4\n")
            #expect(try await rig.server.posts() == [])
        }
    }

    @Test("a reply: every digit of an id is kept, from the answer to stdout and into the next request")
    func longIDs() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let id = "267081518403440641"
            for body in [#"{"id":\#(id),"text":"x"}"#, #"{"id":267081518403440000,"id_str":"\#(id)","text":"x"}"#] {
                try await rig.server.add(.answer(200, body, path: "/1.1/statuses/update.json"))
                expectSuccess(try await terminal.run("acctstore post x"), prints: "\(id)\n")
            }
            let first = try await terminal.mustRun("acctstore post 'first'").dropLast()
            expectSuccess(try await terminal.run("acctstore post --reply-to \(first) 'second'"))
            #expect(try await rig.server.posts().last?.replyTo == String(first))
            _ = try await terminal.run("acctstore post --reply-to \(id) 'third'")
            #expect(try await rig.server.log().last?.formValue("in_reply_to_status_id") == id)
        }
    }
}
