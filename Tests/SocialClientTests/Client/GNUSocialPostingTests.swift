import AccountModel
import SocialClient
import Testing

/// GNU social speaks version 1.1 with ways of its own.
@Suite struct GNUSocialPostingTests {
    private func sent(_ text: String) async throws -> String? {
        let service = AnsweringService(#"{"id":7,"text":"x"}"#)
        let social = try #require(Service("gnusocial/social.example"))
        let draft = Draft(try PostText(text))
        _ = try await service.client(.twitter11, at: social).post(draft)
        return service.asked.first?["status"]
    }

    @Test(arguments: [
        ("R&D &lt;3 & &#39; &x; a&b; &", "R&D &amp;lt;3 & &amp;#39; &amp;x; a&amp;b; &"),
        ("plain ☃ %41 + ~*'()", "plain ☃ %41 + ~*'()"),
    ])
    func referencesThatItWouldResolveAreKept(text: String, sent: String) async throws {
        #expect(try await self.sent(text) == sent)
    }

    @Test(arguments: [
        "d bob hi", "DM bob hi there", "stop", " quit ", "follow bob", "get\nbob", "r bob yes", "list of things",
        "help", "on",
    ])
    func aTextThatItWouldTakeForACommandIsNotSent(text: String) async throws {
        let error = await #expect(throws: BrokerError(.inputRefused, "")) { try await sent(text) }
        #expect(error?.nextStep == "begin the text with another word")
    }

    @Test(arguments: ["d", "follow the money", "help me", "stop it", "lists", "@bob d", "getting on", "rt"])
    func otherTextsArePosted(text: String) async throws {
        #expect(try await sent(text) == text)
    }

    @Test func elsewhereTheTextStaysAsItIs() async throws {
        let service = AnsweringService(#"{"id":7}"#)
        _ = try await service.client(.twitter11).post(Draft(PostText("d bob &lt;")))
        #expect(service.asked.first?["status"] == "d bob &lt;")
    }

    @Test func aTextThatIsTooLongThereIsToldSo() async throws {
        let service = AnsweringService(
            status: 413, #"{"error":"Maximum notice size is 1000 characters.","request":"/api/statuses/update.json"}"#)
        let draft = Draft(try PostText("hi"))
        let error = await #expect(throws: BrokerError(.serviceRefused, "")) {
            try await service.client(.twitter11).post(draft)
        }
        #expect(error?.nextStep == "shorten the text")
        #expect(error?.message.contains("Maximum notice size is 1000 characters (HTTP 413)") == true)
    }
}
