import AccountModel
import SocialClient
import Testing

/// What Mastodon's API is asked.
@Suite struct MastodonRequestTests {
    private func asked(
        _ source: TimelineSource, as actor: ServiceActor = .account(AnsweringService.account())
    ) async throws -> [AnsweringService.Asked] {
        let service = AnsweringService { asked in
            (
                200,
                asked.path.contains("search")
                    ? #"{"statuses":[]}"# : asked.path.contains("lookup") ? #"{"id":"01HX","acct":"bob"}"# : "[]"
            )
        }
        var pages = try service.mastodon(as: actor).timeline(source, count: 500)
        #expect(try await pages.next() == nil)
        return service.asked
    }

    @Test(
        arguments: [
            (.home, "/api/v1/timelines/home", []),
            (.mentions, "/api/v1/notifications", [Parameter("types[]", "mention")]),
            (.search("a+b &"), "/api/v2/search", [Parameter("q", "a+b &"), Parameter("type", "statuses")]),
            (.everybody, "/api/v1/timelines/public", []), (.user("@bob"), "/api/v1/accounts/01HX/statuses", []),
        ] as [(TimelineSource, String, [AccountModel.Parameter])])
    func eachTimelineHasItsCall(source: TimelineSource, path: String, own: [AccountModel.Parameter]) async throws {
        let last = try #require(try await asked(source).last)
        #expect(last.request.method == "GET")
        #expect(last.path == path)
        #expect(last.request.parameters == own + [Parameter("limit", "40")])
    }

    @Test(
        arguments: [
            ("bob", "bob"), ("@bob", "bob"), ("bob@other.example", "bob@other.example"),
            ("@bob@Other.Example", "bob@Other.Example"),
            ("alice@social.example", "alice"), ("ä@日本.example", nil), ("a/../b", nil), ("a b", nil), ("", nil),
            ("a@b@c", nil), ("a?b", nil),
        ] as [(String, String?)])
    func aNameIsLookedUpAsItIs(name: String, account: String?) async throws {
        guard let account else {
            let service = AnsweringService("{}")
            var pages = try service.mastodon().timeline(.user(name), count: 1)
            let error = await #expect(throws: BrokerError.self) { try await pages.next() }
            #expect(error?.code == .invalidArgument && service.asked.isEmpty)
            return
        }
        let first = try #require(try await asked(.user(name)).first)
        #expect(first.path == "/api/v1/accounts/lookup")
        #expect(first["acct"] == account)
    }

    @Test func aServerWithoutTheLookUpIsSearchedForTheVeryName() async throws {
        for found in [1, 2] {
            let service = AnsweringService { asked in
                switch asked.path {
                case "/api/v1/accounts/lookup": return (404, "<html><title>Not found</title></html>")
                case "/api/v1/accounts/search" where found == 1:
                    return (200, #"[{"id":"1","acct":"bobby"},{"id":"2","acct":"Bob"}]"#)
                case "/api/v1/accounts/search": return (404, "")
                case "/api/v2/search": return (200, #"{"accounts":[{"id":"2","acct":"bob"}]}"#)
                default: return (200, "[]")
                }
            }
            var pages = try service.mastodon().timeline(.user("bob"), count: 5)
            #expect(try await pages.next() == nil)
            #expect(service.asked.count == 2 + found)
            #expect(service.asked.last?.path == "/api/v1/accounts/2/statuses")
        }
    }

    @Test func aNameThatNobodyHasIsToldWithTheServersFirstWord() async throws {
        let service = AnsweringService { asked in
            asked.path.contains("lookup") ? (404, #"{"error":"Record not found"}"#) : (401, #"{"error":"no"}"#)
        }
        var pages = try service.mastodon(as: .nobody).timeline(.user("bobb"), count: 5)
        let error = await #expect(throws: BrokerError(.serviceRefused, "")) { try await pages.next() }
        #expect(error?.message.contains("Record not found") == true)
        #expect(error?.nextStep?.hasPrefix("check the spelling") == true)
        #expect(service.asked.count == 3)
    }

    @Test(arguments: [.everybody, .user("bob"), .search("x")] as [TimelineSource])
    func whatIsPublicIsReadByNobodyToo(source: TimelineSource) async throws {
        #expect(try await asked(source, as: .nobody).allSatisfy { $0.sender == .nobody })
    }

    @Test func whoTheAccountIs() async throws {
        let service = AnsweringService(#"{"id":"01HX","username":"alice","acct":"alice","display_name":"Alice"}"#)
        #expect(try await service.mastodon().verify() == Author(id: "01HX", username: "alice", name: "Alice"))
        #expect(service.asked.first?.path == "/api/v1/accounts/verify_credentials")
    }

    @Test func idsAreWordsAndNothingElseIsAskedFor() async throws {
        let service = AnsweringService(#"{"id":"01J9Z-q_3","content":"<p>x</p>"}"#)
        #expect(try await service.mastodon().post(withID: "01J9Z-q_3").text == "x")
        #expect(service.asked.first?.path == "/api/v1/statuses/01J9Z-q_3")
        for id in ["../accounts", "a/b", "", "a b", "é", String(repeating: "a", count: 101)] {
            await #expect(throws: BrokerError(.invalidArgument, "")) { try await service.mastodon().post(withID: id) }
        }
        #expect(service.asked.count == 1)
    }

    @Test(arguments: [
        (200, #"{"id":"7","text":"x"}"#, true), (200, "{}", true), (200, "<html></html>", false), (200, "", false),
        (200, #"{"error":"no"}"#, false),
    ])
    func aPostIsTakenBack(status: Int, body: String, isSure: Bool) async throws {
        let service = AnsweringService(status: status, body)
        if isSure {
            try await service.mastodon().unpost("7")
        } else {
            await #expect(throws: BrokerError(.outcomeUnknown, "")) { try await service.mastodon().unpost("7") }
        }
        #expect(
            service.asked.map(\.request) == [
                UnsignedRequest(method: "DELETE", url: "https://api.example/api/v1/statuses/7")
            ])
    }
}

extension AnsweringService {
    func mastodon(as actor: ServiceActor = .account(AnsweringService.account())) throws -> ServiceClient {
        let service = try #require(Service("mastodon/social.example"))
        return try client(.mastodon, as: actor, at: service, counting: .mastodon)
    }
}
