import AccountModel
import SocialClient
import Synchronization
import Testing

/// Posting at Mastodon: once, and to no more people than it may.
@Suite struct MastodonPostingTests {
    private func draft(
        _ text: String = "hi", to post: String? = nil, visibility: Visibility? = nil, cw: String? = nil
    ) throws -> Draft {
        Draft(try PostText(text), replyTo: post, visibility: visibility, contentWarning: cw)
    }

    /// A server with one post of that visibility, at which the account's own setting is `usual`.
    private func service(_ visibility: String?, usual: String? = nil) -> AnsweringService {
        AnsweringService { asked in
            switch (asked.request.method, asked.path) {
            case ("POST", _): (200, #"{"id":"9"}"#)
            case (_, "/api/v1/accounts/verify_credentials"):
                (200, #"{"id":"1","acct":"alice","source":{"privacy":\#(usual.map { #""\#($0)""# } ?? "null")}}"#)
            default: (200, #"{"id":"7","visibility":\#(visibility.map { #""\#($0)""# } ?? "null")}"#)
            }
        }
    }

    @Test func theTextIsAFieldAndNothingIsSaidThatTheServerKnowsBetter() async throws {
        let service = service(nil)
        let text = "dm bob a & b=c %41 + &lt;\nline"
        #expect(try await service.mastodon().post(draft(text)).id == "9")
        let asked = try #require(service.asked.first)
        #expect(asked.path == "/api/v1/statuses")
        #expect(asked.request.parameters == [Parameter("status", text)])
        #expect(service.asked.count == 1)
    }

    @Test func warningAndVisibilityGoAlong() async throws {
        let service = service(nil)
        _ = try await service.mastodon().post(draft(visibility: .followers, cw: "the ending"))
        #expect(
            service.asked.first?.request.parameters == [
                Parameter("status", "hi"), Parameter("spoiler_text", "the ending"), Parameter("visibility", "private"),
            ])
    }

    @Test func eachDraftHasAKeyOfItsOwnThatIsSentOnce() async throws {
        let service = service(nil)
        let draft = try draft()
        _ = try await service.mastodon().post(draft)
        _ = try await service.mastodon().post(draft)
        _ = try await service.mastodon().post(self.draft())
        let keys = service.asked.map { $0.request.headers[field: "Idempotency-Key"] }
        #expect(keys[0] != nil && keys[0] == keys[1] && keys[1] != keys[2])
    }

    @Test(arguments: ["", "{}", "<html></html>", #"{"id":null}"#])
    func aSuccessWithoutAnIDLeavesTheOutcomeUnknownAndIsNotRepeated(body: String) async throws {
        let service = AnsweringService(body)
        let draft = try draft()
        await #expect(throws: BrokerError(.outcomeUnknown, "")) { try await service.mastodon().post(draft) }
        #expect(service.asked.count == 1)
    }

    // MARK: - Replies

    @Test(
        arguments: [
            ("public", "public", nil), ("public", nil, nil), ("unlisted", "public", "unlisted"),
            ("unlisted", "unlisted", nil),
            ("unlisted", "private", nil), ("private", "public", "private"), ("private", "unlisted", "private"),
            ("private", "private", nil), ("direct", "public", "direct"), ("direct", "private", "direct"),
            ("direct", nil, "direct"),
            ("mutuals_only", "public", "direct"), (nil, "public", "direct"),
        ] as [(String?, String?, String?)])
    func aReplyIsNeverWiderThanWhatItAnswers(answered: String?, usual: String?, sent: String?) async throws {
        let service = service(answered, usual: usual)
        let told = Mutex<[Visibility]>([])
        let draft = try draft(to: "7")
        _ = try await service.mastodon().post(draft) { visibility in told.withLock { $0.append(visibility) } }
        let asked = try #require(service.asked.last)
        #expect(asked["visibility"] == sent)
        #expect(asked["in_reply_to_id"] == "7")
        #expect(told.withLock { $0.map(\.rawValue) } == (sent.map { [$0] } ?? []))
        // Where the post is public, nobody's setting is wider.
        #expect(service.asked.count == (answered == "public" ? 2 : 3))
    }

    @Test func aNarrowerReplyIsSentAsItIs() async throws {
        for (index, wanted) in [Visibility.direct, .followers, .unlisted, .everybody].enumerated() {
            for (position, answered) in ["direct", "private", "unlisted", "public"].enumerated() {
                let service = service(answered)
                let draft = try draft(to: "7", visibility: wanted)
                if index <= position {
                    _ = try await service.mastodon().post(draft)
                    #expect(service.asked.last?["visibility"] == wanted.rawValue)
                } else {
                    let error = await #expect(throws: BrokerError(.invalidArgument, "")) {
                        try await service.mastodon().post(draft)
                    }
                    #expect(error?.nextStep?.contains("--visibility \(answered)") == true)
                }
                #expect(service.asked.count == (index <= position ? 2 : 1))
            }
        }
    }

    @Test func whatAReplyAnswersHasToBeSeenFirst() async throws {
        let service = AnsweringService(status: 404, #"{"error":"Record not found"}"#)
        let draft = try draft(to: "7")
        let error = await #expect(throws: BrokerError(.serviceRefused, "")) { try await service.mastodon().post(draft) }
        #expect(error?.nextStep?.contains("check the id") == true)
        #expect(service.asked.map(\.request.method) == ["GET"])
    }

    @Test(arguments: [.twitter11, .twitter2] as [ServiceProfile.Dialect])
    func whatAServiceDoesNotHaveIsNotDroppedInSilence(dialect: ServiceProfile.Dialect) async throws {
        let service = AnsweringService(#"{"id":"1"}"#)
        for (draft, option) in [(try draft(visibility: .direct), "--visibility"), (try draft(cw: "x"), "--cw")] {
            let error = await #expect(throws: BrokerError(.invalidArgument, "")) {
                try await service.client(dialect).post(draft)
            }
            #expect(error?.nextStep == "leave out \(option)")
        }
        #expect(service.asked.isEmpty)
    }

    // MARK: - Length

    @Test func theWarningCountsToo() async throws {
        let service = service(nil)
        let text = String(repeating: "a", count: 270)
        _ = try await service.mastodon().post(draft(text, cw: String(repeating: "é", count: 10)))
        let long = try draft(text, cw: "eleven here")
        let error = await #expect(throws: BrokerError(.inputRefused, "")) { try await service.mastodon().post(long) }
        #expect(error?.message.contains("with its warning is too long by 1: it counts 281, and 280") == true)
        #expect(service.asked.count == 1)
    }
}
