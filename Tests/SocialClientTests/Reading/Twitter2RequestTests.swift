import AccountModel
import SocialClient
import Testing

/// What API v2 is asked.
@Suite struct Twitter2RequestTests {
    private static let me = #"{"data":{"id":"55","username":"alice","name":"Alice"}}"#
    private static let nothing = #"{"meta":{"result_count":0}}"#

    /// Answers who people are, and otherwise with an empty page.
    private let service = AnsweringService { asked in
        asked.path.hasSuffix("/users/me") || asked.path.contains("/by/username/") ? (200, me) : (200, nothing)
    }

    private func read(
        _ source: TimelineSource, count: Int = 20, as actor: ServiceActor = .account(AnsweringService.account())
    ) async throws {
        var pages = try service.client(.twitter2, as: actor).timeline(source, count: count)
        #expect(try await pages.rest().isEmpty)
    }

    @Test(
        arguments: [
            (.home, ["/2/users/267081518403440641/timelines/reverse_chronological"]),
            (.mentions, ["/2/users/267081518403440641/mentions"]),
            (.user("@Bob_1"), ["/2/users/by/username/Bob_1", "/2/users/55/tweets"]),
            (.search("x"), ["/2/tweets/search/recent"]),
        ] as [(TimelineSource, [String])])
    func eachTimelineHasItsCalls(source: TimelineSource, paths: [String]) async throws {
        try await read(source)
        #expect(service.asked.map(\.path) == paths)
        #expect(service.asked.allSatisfy { $0.request.method == "GET" })
    }

    @Test func whoTheAccountIsIsAskedOnlyWhereItIsNotKnown() async throws {
        try await read(.home, as: .account(AnsweringService.account(userID: nil)))
        #expect(
            service.asked.map(\.path) == [
                "/2/users/me", "/2/users/55/timelines/reverse_chronological",
            ])
    }

    @Test func authorsOriginalsAndPicturesComeInOneRequest() async throws {
        try await read(.search("tea"))
        let asked = try #require(service.asked.first)
        for expansion in [
            "author_id", "referenced_tweets.id", "referenced_tweets.id.author_id", "attachments.media_keys",
        ] {
            #expect(asked["expansions"]?.split(separator: ",").contains(Substring(expansion)) == true)
        }
        for field in ["created_at", "entities", "note_tweet", "public_metrics", "referenced_tweets"] {
            #expect(asked["tweet.fields"]?.split(separator: ",").contains(Substring(field)) == true)
        }
        #expect(asked["user.fields"]?.contains("profile_image_url") == true)
        #expect(asked["media.fields"]?.contains("alt_text") == true)
        #expect(service.asked.count == 1)
        // Duplicate parameters are refused there.
        #expect(Set(asked.request.parameters.map(\.name)).count == asked.request.parameters.count)
    }

    @Test(
        arguments: [
            (.home, 1, "1"), (.home, 500, "100"), (.mentions, 1, "5"), (.user("bob"), 3, "5"), (.user("bob"), 7, "7"),
            (.search("x"), 3, "10"), (.search("x"), 101, "100"),
        ] as [(TimelineSource, Int, String)])
    func asManyAreAskedForAsTheServiceAllows(source: TimelineSource, count: Int, asked: String) async throws {
        try await read(source, count: count)
        #expect(service.asked.last?["max_results"] == asked)
    }

    @Test(arguments: ["a b", "a+b", "\"café\" #tag -is:retweet", "%41", "日本語 😀", "&=?"])
    func aSearchReachesTheServiceAsItWasTyped(query: String) async throws {
        try await read(.search(query))
        #expect(service.asked.first?["query"] == query)
    }

    @Test(arguments: ["", "@", "a/b", "..", "ж", "a b", "a?b=1"])
    func whatIsNoNameIsNotAskedFor(name: String) async throws {
        await #expect(throws: BrokerError(.invalidArgument, "")) { try await read(.user(name)) }
        #expect(service.asked.isEmpty)
    }

    // MARK: - Who may

    @Test func thereIsNoTimelineOfEverybody() async throws {
        let error = await #expect(throws: BrokerError(.invalidArgument, "")) { try await read(.everybody) }
        #expect(error?.nextStep?.contains("acctstore timeline search") == true)
        #expect(service.asked.isEmpty)
    }

    @Test(
        arguments: [
            (.home, .app("default")), (.mentions, .app("default")), (.home, .nobody), (.user("bob"), .nobody),
            (.search("x"), .nobody),
        ] as [(TimelineSource, ServiceActor)])
    func whatTheServiceWouldRefuseIsNotSent(source: TimelineSource, actor: ServiceActor) async throws {
        let error = await #expect(throws: BrokerError(.invalidArgument, "")) { try await read(source, as: actor) }
        #expect(error?.nextStep?.contains("-a") == true)
        #expect(service.asked.isEmpty)
    }

    @Test func anAppReadsWhatIsPublic() async throws {
        try await read(.user("bob"), as: .app("default"))
        try await read(.search("x"), as: .app("default"))
        #expect(service.asked.allSatisfy { $0.sender == .app("default", of: .twitter) })
        let client = try service.client(.twitter2, as: .app("default"))
        let draft = Draft(try PostText(argument: "hi".utf8))
        await #expect(throws: BrokerError(.invalidArgument, "")) { try await client.post(draft) }
        await #expect(throws: BrokerError(.invalidArgument, "")) { try await client.unpost("1") }
        await #expect(throws: BrokerError(.invalidArgument, "")) { try await client.verify() }
        #expect(service.asked.count == 3)
    }
}
