import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

/// The answer to an app that asks for a token of its own.
func appToken(_ count: Int = 1, life: String? = "7200") -> RecordingTransport.Answer {
    let expiry = life.map { #","expires_in":\#($0)"# } ?? ""
    return .response(status: 200, body: #"{"token_type":"bearer","access_token":"aat-\#(count)"\#(expiry)}"#)
}

extension StoreFixture {
    /// Sends as the app `default` alone.
    @discardableResult
    func sendAlone(
        _ request: UnsignedRequest = modernRead, body: Body? = nil, by broker: StoreBroker? = nil
    ) async throws -> Response {
        try await (broker ?? terminal).perform(request, body: body, as: .app("default"))
    }

    /// What apps asked for, as `Authorization` and form.
    var appTokensAsked: [String] {
        transport.sent.filter { $0.body?.contains("grant_type=client_credentials") == true }
            .map { "\($0.authorization) \($0.body ?? "")" }
    }
}

@Suite("An app of OAuth 2.0 alone")
struct AppTokenTests {
    private let fixture = StoreFixture(services: [modern()])
    /// `cid:cse`
    private static let basic = "Basic Y2lkOmNzZQ=="

    @Test("gets one token, with its secret in the header field, and uses it until it ends")
    func life() async throws {
        try await fixture.setClient(modernService)
        fixture.transport.answer(appToken(1), readAnswer, readAnswer, appToken(2), readAnswer)
        for _ in 0..<2 { #expect(try await fixture.sendAlone().status == 200) }
        #expect(fixture.appTokensAsked == ["\(Self.basic) grant_type=client_credentials"])
        #expect(fixture.transport.sent[0].url == "https://api.modern.example/oauth/token")
        fixture.clock.advance(by: 7150)
        #expect(try await fixture.sendAlone().status == 200)
        #expect(
            fixture.transport.sent.map(\.authorization)
                == [Self.basic, "Bearer aat-1", "Bearer aat-1", Self.basic, "Bearer aat-2"])
        #expect(fixture.records(.app).allSatisfy { !$0.secret.contains("aat") } && fixture.records(.account).isEmpty)
    }

    @Test("asks for the scopes that are described, with its secret where the service wants it")
    func described() async throws {
        var description = modern(authentication: .post)
        description.oauth2?.appScopes = "read:public"
        let fixture = StoreFixture(services: [description])
        try await fixture.setClient(modernService)
        fixture.transport.answer(appToken(), readAnswer)
        try await fixture.sendAlone()
        #expect(
            fixture.appTokensAsked
                == [" grant_type=client_credentials&scope=read%3Apublic&client_id=cid&client_secret=cse"])
    }

    @Test("asks once for twenty requests, and has failed for all that waited")
    func twenty() async throws {
        try await fixture.setClient(modernService)
        let silent = RecordingTransport.Answer.failure(TransportError(.noAnswer, "time is over"))
        let transport = HeldTransport(fixture.transport)
        let store = fixture.store(on: transport)
        fixture.transport.answer(silent)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await expectError(.unavailable) {
                        _ = try await store.terminal.perform(modernRead, body: nil, as: .app("default"))
                    }
                }
            }
            await transport.waitForRenewal()
            transport.release()
        }
        #expect(fixture.transport.sent.count == 1)
        fixture.clock.advance(by: 6)
        fixture.transport.answer(appToken())
        for _ in 0..<20 { fixture.transport.answer(readAnswer) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let answer = try? await store.terminal.perform(modernRead, body: nil, as: .app("default"))
                    #expect(answer?.status == 200)
                }
            }
        }
        #expect(fixture.appTokensAsked.count == 2)
    }

    @Test("has another token once where one is refused, also for a request that writes")
    func refused() async throws {
        try await fixture.setClient(modernService)
        fixture.transport.answer(appToken(1), tokenEnded, appToken(2), readAnswer)
        #expect(try await fixture.sendAlone(modernPost).status == 200)
        #expect(fixture.transport.sent.last?.authorization == "Bearer aat-2")
        // A refusal without a reason is believed of a token that was accepted before, and of none else.
        let bare = RecordingTransport.Answer.response(status: 401)
        fixture.transport.answer(bare, appToken(3), bare, bare)
        for _ in 0..<2 { #expect(try await fixture.sendAlone().status == 401) }
        #expect(fixture.appTokensAsked.count == 3)
    }

    @Test("waits with a request that is refused for the token that another one has asked for")
    func refusedMeanwhile() async throws {
        try await fixture.setClient(modernService)
        let transport = HeldTransport(fixture.transport)
        let store = fixture.store(on: transport)
        transport.release()
        fixture.transport.answer(appToken(1), readAnswer)
        _ = try await store.terminal.perform(modernRead, body: nil, as: .app("default"))
        transport.hold()
        let (before, count) = (fixture.transport.sent.count, 8)
        for _ in 0..<count { fixture.transport.answer(.response(status: 401)) }
        fixture.transport.answer(appToken(2))
        for _ in 0..<count { fixture.transport.answer(readAnswer) }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let answer = try? await store.terminal.perform(modernRead, body: nil, as: .app("default"))
                    #expect(answer?.status == 200)
                }
            }
            await transport.waitForRenewal()
            // All have been refused before the new token is there.
            while fixture.transport.sent.count < before + count { await Task.yield() }
            transport.release()
        }
        #expect(fixture.appTokensAsked.count == 2)
    }

    @Test("is refused with the service's answer where it gives the same token again")
    func same() async throws {
        try await fixture.setClient(modernService)
        fixture.transport.answer(appToken(1), tokenEnded, appToken(1))
        #expect(try await fixture.sendAlone().status == 401)
        #expect(fixture.transport.sent.count == 3)
    }

    @Test("goes on with a token that has not ended where no other is to be had")
    func lastMinute() async throws {
        try await fixture.setClient(modernService)
        fixture.transport.answer(appToken(1), readAnswer)
        try await fixture.sendAlone()
        fixture.clock.advance(by: 7150)
        fixture.transport.answer(.response(status: 503), readAnswer, readAnswer)
        for _ in 0..<2 { #expect(try await fixture.sendAlone().status == 200) }
        fixture.clock.advance(by: 100)
        fixture.transport.answer(.response(status: 503))
        await expectError(.tryLater) { try await fixture.sendAlone() }
    }

    @Test("has no token left after lock, with another secret, and where none is kept")
    func forgotten() async throws {
        try await fixture.setClient(modernService)
        fixture.transport.answer(appToken(1), readAnswer, appToken(2), readAnswer, appToken(3), readAnswer)
        try await fixture.sendAlone()
        try await fixture.terminal.lock(keyring: false)
        try await fixture.sendAlone()
        try await fixture.setClient(modernService, secret: "other")
        try await fixture.sendAlone()
        #expect(fixture.appTokensAsked.count == 3)
        fixture.store.setKeepsSecrets(false)
        fixture.transport.answer(appToken(4), readAnswer)
        try await fixture.sendAlone()
        fixture.store.setKeepsSecrets(true)
        fixture.settings.forgetAfter = 0
        fixture.transport.answer(appToken(5), readAnswer, appToken(6), readAnswer)
        for _ in 0..<2 { try await fixture.sendAlone() }
        #expect(fixture.appTokensAsked.count == 6)
    }

    @Test("needs a grant for the service, before the service is asked for anything")
    func access() async throws {
        try await fixture.setClient(modernService)
        let program = fixture.broker(nightly, mayAsk: false)
        await expectError(.accessDenied) { try await fixture.sendAlone(by: program) }
        #expect(fixture.transport.sent.isEmpty)
        try await fixture.allow(nightly, .read, .service(modernService))
        fixture.transport.answer(appToken(), readAnswer)
        try await fixture.sendAlone(by: program)
        await expectError(.accessDenied) { try await fixture.sendAlone(modernPost, by: program) }
    }

    @Test("is in the access log with its name, for the token as for the request, and no secret is")
    func recorded() async throws {
        try await fixture.setClient(modernService)
        fixture.transport.answer(.response(status: 503), appToken(), readAnswer)
        await expectError(.tryLater) { try await fixture.sendAlone() }
        fixture.clock.advance(by: 6)
        try await fixture.sendAlone()
        #expect(
            fixture.log.records.map { "\($0.app ?? "-") \($0.operation.rawValue) \($0.outcome.word) \($0.url ?? "-")" }
                == [
                    "default renew TryLater https://api.modern.example/oauth/token",
                    "default perform TryLater \(modernRead.url)",
                    "default renew given https://api.modern.example/oauth/token",
                    "default perform 200 \(modernRead.url)",
                ])
        for record in fixture.log.records {
            #expect(record.account == nil && !record.line.contains("aat-1") && !record.line.contains("cse"))
        }
    }

    @Test("is not to be told its token by an answer that repeats it")
    func masked() async throws {
        try await fixture.setClient(modernService)
        fixture.transport.answer(appToken(), .response(status: 200, body: #"{"you":"sent aat-1"}"#))
        let answer = try await fixture.sendAlone()
        var text = ""
        while let bytes = try await answer.body.next() { text += String(decoding: bytes, as: UTF8.self) }
        #expect(text.contains("you") && !text.contains("aat-1"))
    }
}
