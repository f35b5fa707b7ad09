import AccountModel
import SocialClient
import Testing

/// Posting through API v2.
@Suite struct Twitter2WritingTests {
    private func draft(_ text: String, replyTo: String? = nil) throws -> Draft {
        Draft(try PostText(argument: text.utf8), replyTo: replyTo)
    }

    @Test(arguments: [
        ("dm bob a/b \"c\" \\ é 😀 %41 &lt;", #"{"text":"dm bob a/b \"c\" \\ é 😀 %41 &lt;"}"#),
        ("two\nlines", #"{"text":"two\nlines"}"#), ("\u{1}", #"{"text":"\u0001"}"#),
    ])
    func textIsSentAsJSONThatHoldsNothingElse(text: String, json: String) async throws {
        let service = AnsweringService(status: 201, #"{"data":{"id":"267081518403440641","text":"x"}}"#)
        let post = try await service.client(.twitter2).post(draft(text))
        #expect(post.id == "267081518403440641")
        #expect(post.url == "https://x.com/i/status/267081518403440641")
        let asked = try #require(service.asked.first)
        #expect(asked.request.method == "POST")
        #expect(asked.request.url == "https://api.example/2/tweets")
        #expect(asked.request.parameters.isEmpty)
        #expect(asked.request.headers == [HeaderField("Content-Type", "application/json")])
        #expect(asked.body == json)
    }

    @Test func aReplyNamesThePostWithEveryDigit() async throws {
        let service = AnsweringService(status: 201, #"{"data":{"id":"2","text":"x"}}"#)
        _ = try await service.client(.twitter2).post(draft("yes", replyTo: "267081518403440641"))
        #expect(
            service.asked.first?.body
                == #"{"reply":{"in_reply_to_tweet_id":"267081518403440641"},"text":"yes"}"#)
        let misled = try draft("yes", replyTo: "\",\"x\":\"")
        await #expect(throws: BrokerError(.invalidArgument, "")) { try await service.client(.twitter2).post(misled) }
        #expect(service.asked.count == 1)
    }

    @Test(arguments: [
        #"{"errors":[{"title":"Forbidden","detail":"not now","type":"about:blank"}]}"#, "", "{}",
        #"{"data":{"text":"x"}}"#, #"{"data":[]}"#,
    ])
    func aSuccessWithoutAnIDLeavesTheOutcomeUnknown(body: String) async throws {
        let service = AnsweringService(body)
        let draft = try draft("hello")
        let error = await #expect(throws: BrokerError(.outcomeUnknown, "")) {
            try await service.client(.twitter2).post(draft)
        }
        if body.contains("not now") { #expect(error?.message.contains("not now") == true) }
        #expect(service.asked.count == 1)
    }

    @Test func aPostIsTakenBack() async throws {
        let service = AnsweringService(#"{"data":{"deleted":true}}"#)
        try await service.client(.twitter2).unpost("7")
        #expect(
            service.asked.first?.request == UnsignedRequest(method: "DELETE", url: "https://api.example/2/tweets/7"))
        let kept = AnsweringService(#"{"data":{"deleted":false}}"#)
        await #expect(throws: BrokerError(.outcomeUnknown, "")) { try await kept.client(.twitter2).unpost("7") }
    }

    @Test func theServiceSaysWhoTheAccountIs() async throws {
        let service = AnsweringService(
            #"{"data":{"id":"9","username":"alice","name":"Alice","profile_image_url":"https://p.example/a.png"}}"#)
        #expect(
            try await service.client(.twitter2).verify()
                == Author(id: "9", username: "alice", name: "Alice", picture: "https://p.example/a.png"))
        #expect(service.asked.first?.path == "/2/users/me")
    }
}
