import AccountModel
import SocialClient
import Testing

/// What API v1.1 is asked.
@Suite struct Twitter11RequestTests {
    private func asked(
        _ source: TimelineSource, as actor: ServiceActor = .account(AnsweringService.account())
    ) async throws -> AnsweringService.Asked {
        let service = AnsweringService("[]")
        var pages = try service.client(.twitter11, as: actor).timeline(source, count: 500)
        #expect(try await pages.next() == nil)
        return try #require(service.asked.first)
    }

    @Test(
        arguments: [
            (.home, "/1.1/statuses/home_timeline.json"), (.mentions, "/1.1/statuses/mentions_timeline.json"),
            (.user("bob"), "/1.1/statuses/user_timeline.json"), (.search("x"), "/1.1/search/tweets.json"),
            (.everybody, "/1.1/statuses/public_timeline.json"),
        ] as [(TimelineSource, String)])
    func eachTimelineHasItsCall(source: TimelineSource, path: String) async throws {
        let asked = try await asked(source)
        #expect(asked.request.method == "GET")
        #expect(asked.path == path)
        #expect(asked["tweet_mode"] == "extended")
        #expect(asked["count"] == (source == .search("x") ? "100" : "200"))
        #expect(asked["max_id"] == nil)
    }

    @Test(arguments: ["a b", "a+b", "100% \"café\" #tag @bob", "from:bob since:2026-01-01", "%41", "日本語 OR 😀", "&=?"])
    func aSearchReachesTheServiceAsItWasTyped(query: String) async throws {
        #expect(try await asked(.search(query))["q"] == query)
    }

    @Test func aNameIsMeantWithAndWithoutAt() async throws {
        #expect(try await asked(.user("@Bob"))["screen_name"] == "Bob")
        #expect(try await asked(.user("Bob"))["screen_name"] == "Bob")
    }

    @Test func whoAsksIsPassedOn() async throws {
        #expect(try await asked(.everybody, as: .nobody).sender == .nobody)
        #expect(try await asked(.user("bob"), as: .app("default")).sender == .app("default", of: .twitter))
        #expect(try await asked(.home).sender == .account(AnsweringService.account().id))
    }

    @Test(arguments: [.home, .mentions] as [TimelineSource], [.nobody, .app("default")] as [ServiceActor])
    func whatBelongsToAnAccountIsNotAskedForWithoutOne(source: TimelineSource, actor: ServiceActor) async throws {
        let service = AnsweringService("[]")
        var pages = try service.client(.twitter11, as: actor).timeline(source, count: 20)
        let error = await #expect(throws: BrokerError(.invalidArgument, "")) { try await pages.next() }
        #expect(error?.nextStep?.contains("-a") == true)
        #expect(service.asked.isEmpty)
    }

    @Test func aServiceThatSearchesWhereVersion1DidIsAskedThereForAllPages() async throws {
        let service = AnsweringService { asked in
            guard asked.path.hasSuffix("/search.json") else { return (404, "<html><title>Not found</title></html>") }
            return (200, asked["max_id"] == nil ? #"[{"id":9},{"id":8}]"# : #"[{"id":7}]"#)
        }
        var pages = try service.client(.twitter11).timeline(.search("tea & biscuits"), count: 3)
        #expect(try await pages.rest().joined().map(\.id) == ["9", "8", "7"])
        #expect(service.asked.map(\.path.isOfOldSearch) == [false, true, true])
        #expect(service.asked.allSatisfy { $0["q"] == "tea & biscuits" })
    }

    @Test func onePostIsAskedForWithEveryDigit() async throws {
        let service = AnsweringService(#"{"id":267081518403440641,"text":"x"}"#)
        #expect(try await service.client(.twitter11).post(withID: "267081518403440641").id == "267081518403440641")
        #expect(service.asked.first?.path == "/1.1/statuses/show/267081518403440641.json")
        await #expect(throws: BrokerError(.invalidArgument, "")) {
            try await service.client(.twitter11).post(withID: "../users/1")
        }
        #expect(service.asked.count == 1)
    }

    @Test func aPostIsTakenBack() async throws {
        let service = AnsweringService(#"{"id":7,"text":"x"}"#)
        try await service.client(.twitter11).unpost("7")
        #expect(service.asked.first?.request.method == "POST")
        #expect(service.asked.first?.path == "/1.1/statuses/destroy/7.json")
        let silent = AnsweringService("{}")
        await #expect(throws: BrokerError(.outcomeUnknown, "")) { try await silent.client(.twitter11).unpost("7") }
    }

    @Test func theServiceSaysWhoTheAccountIs() async throws {
        let service = AnsweringService(#"{"id":9,"id_str":"9","screen_name":"alice","name":"Alice"}"#)
        #expect(
            try await service.client(.twitter11).verify() == Author(id: "9", username: "alice", name: "Alice"))
        #expect(service.asked.first?.path == "/1.1/account/verify_credentials.json")
    }
}

extension String {
    fileprivate var isOfOldSearch: Bool { hasSuffix("/search.json") }
}
