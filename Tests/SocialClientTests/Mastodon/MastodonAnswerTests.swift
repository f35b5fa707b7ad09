import AccountModel
import SocialClient
import Testing

/// What servers of many kinds answer, and what is made of it.
@Suite struct MastodonAnswerTests {
    // MARK: - Pages

    /// A server with posts of these ids, newest first, whose pages are found by its links alone.
    private func service(_ ids: [String], page: Int = 2, sendsLinks: Bool = true) -> AnsweringService {
        let rest: @Sendable (AnsweringService.Asked) -> ArraySlice<String> = { asked in
            guard let last = asked["max_id"] else { return ids[...] }
            return ids[((ids.firstIndex(of: last) ?? -1) + 1)...]
        }
        return AnsweringService(
            headers: { asked in
                let posts = rest(asked).prefix(page)
                guard sendsLinks, let first = posts.first, let last = posts.last else { return [] }
                let base = "https://elsewhere.example/api/v1/timelines/home"
                let prev = #"<\#(base)?limit=40&min_id=\#(first)>; rel="prev""#
                let next = rest(asked).count > page ? #"<\#(base)?max_id=\#(last)&limit=40>; rel="next", "# : ""
                return [HeaderField("link", next + prev)]
            },
            { asked in
                (200, "[" + rest(asked).prefix(page).map { #"{"id":"\#($0)"}"# }.joined(separator: ",") + "]")
            })
    }

    private static let ids = ["01J9Z", "0zzz", "01B2A", "9", "10", "01C7Q", "zz"]

    @Test(arguments: [true, false])
    func pagesAreFoundByTheServersLinksAndNoIDIsComparedWithAnother(sendsLinks: Bool) async throws {
        let service = service(Self.ids, sendsLinks: sendsLinks)
        var pages = try service.mastodon().timeline(.home, count: 100)
        #expect(try await pages.rest().joined().map(\.id) == Self.ids)
        #expect(service.asked.map { $0["max_id"] } == [nil, "0zzz", "9", "01C7Q"] + (sendsLinks ? [] : ["zz"]))
        #expect(service.asked.allSatisfy { $0.request.url.hasPrefix("https://api.example/") })
    }

    @Test func aSearchCountsOn() async throws {
        let service = AnsweringService { asked in
            let start = asked["offset"].flatMap { Int($0) } ?? 0
            let ids = (start..<min(start + 40, 65)).map { #"{"id":"\#($0)"}"# }
            return (200, #"{"accounts":[],"statuses":[\#(ids.joined(separator: ","))],"hashtags":[]}"#)
        }
        var pages = try service.mastodon().timeline(.search("x"), count: 100)
        #expect(try await pages.rest().joined().count == 65)
        #expect(service.asked.map { $0["offset"] } == [nil, "40", "65"])
    }

    @Test func aServerThatPassesOverTheOffsetIsAskedTwice() async throws {
        let service = AnsweringService(#"{"statuses":[{"id":"1"},{"id":"2"}]}"#)
        var pages = try service.mastodon().timeline(.search("x"), count: 100)
        #expect(try await pages.rest().joined().map(\.id) == ["1", "2"])
        #expect(service.asked.count == 2)
    }

    @Test func otherNotificationsAreLeftOutWhereTheServerSendsThemAll() async throws {
        let service = AnsweringService(
            headers: { _ in [HeaderField("Link", #"<https://a.example/?min_id=9>; rel="prev""#)] },
            { _ in
                (
                    200,
                    #"[{"id":"n3","type":"favourite","status":{"id":"30"}},{"id":"n2","type":"mention","status":{"id":"20"}},"#
                        + #"{"id":"n1","type":"follow","status":null},{"id":"n0","type":"mention","status":null}]"#
                )
            })
        var pages = try service.mastodon().timeline(.mentions, count: 10)
        #expect(try await pages.rest().joined().map(\.id) == ["20"])
        #expect(pages.unreadable == 1)
    }

    @Test(arguments: ["", "<html></html>", "{}", "null", #"{"error":"no"}"#, #"[{"id":"1"}"#])
    func whatIsNoPageIsNeverAnEmptyTimeline(body: String) async throws {
        for source in [TimelineSource.home, .mentions, .search("x")] {
            var pages = try AnsweringService(body).mastodon().timeline(source, count: 20)
            await #expect(throws: BrokerError(.serviceRefused, "")) { try await pages.next() }
        }
    }

    // MARK: - A timeline that is being rebuilt

    @Test func postsOfATimelineThatIsBeingRebuiltAreShownAndSaidToBeFew() async throws {
        var pages = try AnsweringService(status: 206, #"[{"id":"1"}]"#).mastodon().timeline(.home, count: 20)
        #expect(try await pages.next()?.map(\.id) == ["1"])
        #expect(pages.isIncomplete)
        var whole = try AnsweringService(#"[{"id":"1"}]"#).mastodon().timeline(.home, count: 20)
        _ = try await whole.next()
        #expect(!whole.isIncomplete)
    }

    @Test func noneAtAllYetIsNotAnEmptyTimeline() async throws {
        var pages = try AnsweringService(status: 206, "[]").mastodon().timeline(.home, count: 20)
        let error = await #expect(throws: BrokerError(.tryLater, "")) { try await pages.next() }
        #expect(error?.nextStep == "try again in a minute")
    }

    // MARK: - Refusals

    @Test(
        arguments: [
            (
                401, #"{"error":"The access token is invalid"}"#, .credentialRejected,
                "acctstore login 2"
            ),
            (422, "", .credentialRejected, "acctstore login 2"),
            (
                422, #"{"error":"Validation failed: Text character limit of 500 exceeded"}"#, .serviceRefused,
                "shorten the text"
            ),
            (
                400, #"{"error":"Bad Request: status too long, 600 characters provided"}"#, .serviceRefused,
                "shorten the text"
            ),
            (422, #"{"error":"Validation failed: Text can't be blank"}"#, .serviceRefused, "add -v"),
            (
                403, #"{"error":"This action is outside the authorized scopes"}"#, .serviceRefused,
                "let the app default read and write"
            ),
            (404, "<html><title>Not found</title></html>", .serviceRefused, "acctstore show 2"),
            (429, #"{"error":"Too many requests"}"#, .tryLater, "try again"),
            (500, "{}", .outcomeUnknown, "look at the posts"),
            (503, "<html></html>", .outcomeUnknown, "look at the posts"),
        ] as [(Int, String, BrokerError.Code, String)])
    func aRefusedPostIsToldWithWhatHelps(status: Int, body: String, code: BrokerError.Code, step: String) async throws {
        let service = AnsweringService(status: status, body)
        let draft = Draft(try PostText("hi"))
        let client = try service.mastodon(as: .account(Self.alice))
        let error = await #expect(throws: BrokerError(code, "")) { try await client.post(draft) }
        #expect(error?.nextStep?.contains(step) == true, "\(error?.nextStep ?? "")")
        #expect(service.asked.count == 1)
    }

    private static var alice: Account {
        get throws {
            var alice = AnsweringService.account()
            alice.service = try #require(Service("mastodon/social.example"))
            return alice
        }
    }

    @Test func aWaitIsReadFromATimeInWords() async throws {
        let service = AnsweringService(
            headers: { _ in
                [
                    HeaderField("Date", "Mon, 30 Nov 2026 02:05:06 GMT"), HeaderField("X-RateLimit-Remaining", "0"),
                    HeaderField("X-RateLimit-Reset", "2026-11-30T02:10:06.000Z"),
                ]
            }, { _ in (429, #"{"error":"Too many requests"}"#) })
        var pages = try service.mastodon().timeline(.home, count: 1)
        let error = await #expect(throws: BrokerError(.tryLater, "")) { try await pages.next() }
        #expect(error?.nextStep?.contains("(in 300 seconds)") == true)
    }

    @Test(arguments: [404, 405, 501])
    func aServerWithoutASearchIsToldSo(status: Int) async throws {
        var pages = try AnsweringService(status: status, "<html></html>").mastodon().timeline(.search("x"), count: 1)
        let error = await #expect(throws: BrokerError(.serviceRefused, "")) { try await pages.next() }
        #expect(
            error?.message == "api.example has no search for posts (HTTP \(status)); those of one person can be read")
        #expect(error?.nextStep == "acctstore timeline user NAME")
    }
}
