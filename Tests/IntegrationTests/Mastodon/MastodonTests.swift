import TestRig
import Testing

/// The client at a server of Mastodon's API that somebody else wrote.
@Suite("At mastodon-mock")
struct MastodonTests {
    @Test("who the accounts are is asked, and told")
    func verifying() async throws {
        try await MastodonMachine.run { machine in
            let list = try await machine.terminal.mustRun("acctstore list")
            #expect(list.contains("1  @alice  social") && list.contains("2  @bob  social"))
            #expect(try await machine.terminal.mustRun("acctstore verify 2").contains("@bob"))
        }
    }

    @Test("a text is posted as it is, and read as it was")
    func posting() async throws {
        try await MastodonMachine.run { machine in
            let text = "a & b=c %41 + <b> &lt; é👩‍👩‍👧‍👦 :blob: https://example.test/a?b=1&c=2"
            let id = try await machine.post("-a 1 '\(text)'")
            #expect(try await machine.posts("user alice -a 1").map(\.text) == [text])
            let shown = try await machine.terminal.mustRun("acctstore view -a 1 \(id) --color never")
            #expect(shown.contains(text))
            #expect(shown.ranges(of: "https://example.test/a?b=1&c=2").count == 1)
            #expect(try await machine.posts("home -a 1").map(\.id) == [id])
            try await machine.terminal.mustRun("acctstore unpost -a 1 \(id) --yes")
            expectFailure(try await machine.terminal.run("acctstore view -a 1 \(id)"), 76, "Record not found")
        }
    }

    @Test("warning and visibility are the server's, and are shown")
    func warnings() async throws {
        try await MastodonMachine.run { machine in
            let id = try await machine.post("-a 1 --visibility unlisted --cw 'the ending' 'They wake up.'")
            let status = try await machine.status(id, as: 1)
            #expect((status.visibility, status.warning) == ("unlisted", "the ending"))
            let shown = try await machine.terminal.mustRun("acctstore view -a 1 \(id) --color never")
            #expect(shown.contains("· unlisted\n") && shown.contains("  CW: the ending\n  They wake up.\n"))
            #expect(try await machine.posts("user alice -a 1").map(\.text) == ["CW: the ending\n\nThey wake up."])
        }
    }

    @Test("a reply is never wider than what it answers", arguments: ["public", "unlisted", "private", "direct"])
    func replies(visibility: String) async throws {
        try await MastodonMachine.run { machine in
            let asked = try await machine.post("-a 2 --visibility \(visibility) '@alice and you?'")
            let answered = try await machine.terminal.run("acctstore post -a 1 --reply-to \(asked) '@bob yes'")
            #expect(answered.status == 0)
            #expect(answered.err.contains("the reply is \(visibility)") == (visibility != "public"))
            let status = try await machine.status(String(answered.out.dropLast()), as: 2)
            #expect((status.visibility, status.replyTo) == (visibility, asked))
            guard visibility != "public" else { return }
            let wider = try await machine.terminal.run(
                "acctstore post -a 1 --visibility public --reply-to \(asked) '@bob yes'")
            expectFailure(wider, 64, "nothing was posted")
        }
    }

    @Test("mentions, a person's posts, a search, and what is public to nobody at all")
    func timelines() async throws {
        try await MastodonMachine.run { machine in
            let mention = try await machine.post("-a 2 'hello @alice, tea & biscuits?'")
            let other = try await machine.post("-a 2 'coffee'")
            try await machine.terminal.mustRun("acctstore request -a 1 POST /api/v1/statuses/\(other)/favourite")
            #expect(try await machine.posts("mentions -a 1").map(\.id) == [mention])
            #expect(try await machine.posts("mentions -a 2").isEmpty)
            #expect(try await machine.posts("user @bob -a 1").map(\.id) == [other, mention])
            #expect(try await machine.posts("search -a 1 'tea'").map(\.id) == [mention])
            #expect(try await machine.posts("public -a none --service social").map(\.id) == [other, mention])
            expectFailure(
                try await machine.terminal.run("acctstore timeline user nobody -a 1"), 76, "Record not found")
        }
    }

    @Test("posts beyond a page come once each, by the server's own links")
    func paging() async throws {
        try await MastodonMachine.run { machine in
            try await machine.terminal.mustRun("for n in $(seq 45); do acctstore post -q -a 2 \"post $n\"; done")
            let posts = try await machine.posts("user bob -a 1 -n 1000")
            #expect(posts.count == 45 && Set(posts.map(\.id)).count == 45)
            #expect(posts.first?.text == "post 45")
        }
    }

    @Test("each post has a key of its own, by which a server posts a repeated request once")
    func keys() async throws {
        try await MastodonMachine.run { machine in
            let first = try await machine.post("-a 1 same")
            let second = try await machine.post("-a 1 same")
            #expect(first != second)
            let request = "acctstore request -a 1 POST /api/v1/statuses -d status=once -H 'Idempotency-Key: k1'"
            let posted = try await machine.terminal.mustRun(request)
            let again = try await machine.terminal.mustRun(request)
            #expect(posted == again)
            #expect(try await machine.posts("user alice -a 1").map(\.text) == ["once", "same", "same"])
        }
    }

    @Test("a warning goes along with a reply, and only where it is given")
    func warningsOfReplies() async throws {
        try await MastodonMachine.run { machine in
            let asked = try await machine.post("-a 2 --cw 'the ending' '@alice did you see it?'")
            let with = try await machine.post("-a 1 --reply-to \(asked) --cw 'the ending' '@bob yes'")
            let without = try await machine.post("-a 1 --reply-to \(asked) '@bob no'")
            #expect(try await machine.status(with, as: 2).warning == "the ending")
            #expect(try await machine.status(without, as: 2).warning == "")
            #expect(try await machine.status(without, as: 2).replyTo == asked)
        }
    }

    @Test("a 422 with nothing in it is a log-in that the server does not know, and is told so")
    func silentRefusal() async throws {
        try await MastodonMachine.run { machine in
            try await machine.server.add(
                fault: #"{"match":{"path":"/api/v1/timelines/home"},"count":1,"effect":{"status":422,"body":""}}"#)
            let refused = try await machine.terminal.run("acctstore timeline -a 1")
            #expect([76, 81].contains(refused.status), "\(refused.err)")
            #expect(refused.err.contains("422"), "\(refused.err)")
        }
    }

    @Test("what the server refuses is told with what helps")
    func refusals() async throws {
        try await MastodonMachine.run { machine in
            let long = String(repeating: "a", count: 501)
            expectFailure(try await machine.terminal.run("acctstore post -a 1 \(long)"), 65, "too long by 1")
            expectFailure(
                try await machine.terminal.run("acctstore post -a 1 --cw warning \(long.dropLast(4))"), 65,
                "with its warning is too long by 4")
            try await machine.server.add(
                fault: """
                    {"match":{"path":"/api/v1/timelines/home"},"count":1,"effect":{"type":"ratelimit",\
                    "headers":{"X-RateLimit-Reset":"2999-01-01T00:00:00.000Z","Retry-After":"300"}}}
                    """)
            let limited = try await machine.terminal.run("acctstore timeline -a 1")
            expectFailure(limited, 75, "Too many requests")
            #expect(limited.err.contains("(in 300 seconds)"))
            try await machine.server.add(
                fault: #"{"match":{"path":"/api/v1/timelines/home"},"count":1,"effect":{"status":206,"body":[]}}"#)
            expectFailure(try await machine.terminal.run("acctstore timeline -a 1"), 75, "still gathering")
            try await machine.server.add(
                fault:
                    #"{"match":{"path":"/api/v1/timelines/home"},"count":1,"effect":{"status":401,"body":{"error":"The access token was revoked"}}}"#
            )
            expectFailure(try await machine.terminal.run("acctstore timeline -a 1"), 81, "The access token was revoked")
            try await machine.server.add(
                fault:
                    #"{"match":{"methods":["POST"],"path":"/api/v1/statuses"},"count":1,"effect":{"type":"malformed"}}"#
            )
            expectFailure(try await machine.terminal.run("acctstore post -a 1 'once'"), 82, "did not say whether")
            #expect(try await machine.posts("user alice -a 1").isEmpty)
        }
    }
}
