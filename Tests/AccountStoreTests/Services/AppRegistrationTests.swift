import AccountModel
import AccountStoreTesting
import Testing

@testable import AccountStore

/// The app that a Mastodon server registers at the first log-in.
@Suite struct AppRegistrationTests {
    private let service: Service
    private let fixture: StoreFixture
    private let answer = #"{"id":"9","name":"acctstore","client_id":"cid-1","client_secret":"csec-1"}"#

    init() throws {
        service = try #require(Service("mastodon/social.example"))
        fixture = StoreFixture(services: [try #require(try BuiltInServices().description(of: service))])
    }

    private func settle(_ name: String = App.defaultName) async throws -> LogInApp.Settled {
        let description = try #require(try fixture.services.description(of: service))
        return try await LogInApp(parts: fixture.store.parts, description: description).settle(name)
    }

    @Test func itIsRegisteredOnceAndTold() async throws {
        fixture.transport.answer(.response(status: 200, body: answer))
        let first = try await settle()
        #expect(
            first.remark == "mastodon/social.example has registered acctstore as an app, for all your accounts there")
        #expect(first.name == "default" && first.credential.consumerKey == "cid-1")
        let sent = try #require(fixture.transport.sent.first)
        #expect(sent.url == "https://social.example/api/v1/apps" && sent.method == "POST" && sent.authorization.isEmpty)
        let body = try #require(sent.body)
        #expect(body.contains("client_name=acctstore") && body.contains("scopes=read%20write"))
        #expect(body.contains("redirect_uris=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob%0Ahttp%3A%2F%2F127.0.0.1%3A"))
        let kept = try #require(fixture.records(.app).first)
        #expect(kept.stored.record.attributes["service"] == "mastodon/social.example")
        #expect(kept.stored.record.attributes["app"] == "default")
        #expect(kept.secret.contains(#""protocol":"oauth2","consumer_key":"cid-1","consumer_secret":"csec-1""#))
        let callback = try #require(try await fixture.terminal.apps().first?.callback)
        #expect(callback.hasPrefix("http://127.0.0.1:") && callback.hasSuffix("/callback"))
        #expect(body.contains(callback.replacing(":", with: "%3A").replacing("/", with: "%2F")))

        let second = try await settle()
        #expect(second.remark == nil && fixture.transport.sent.count == 1 && fixture.records(.app).count == 1)
    }

    /// What another process registered while this one waited for the lock is used.
    @Test func twoLogInsAtOnceRegisterOneApp() async throws {
        fixture.transport.answer(.response(status: 200, body: answer), .response(status: 200, body: answer))
        async let one = settle()
        async let other = settle()
        let remarks = [try await one.remark, try await other.remark].compactMap { $0 }
        #expect(remarks.count == 1 && fixture.transport.sent.count == 1 && fixture.records(.app).count == 1)
    }

    @Test(arguments: [
        (422, #"{"error":"Validation failed: Redirect URI is invalid"}"#, "422: Validation failed"),
        (404, "<!doctype html><title>Not here</title>", "it may not be mastodon that runs there"),
        (403, "", "403"), (200, "<html>", "without its id and secret"),
        (200, #"{"client_id":"cid-1"}"#, "without its id and secret"),
        (200, #"{"client_id":"","client_secret":"x"}"#, "without its id and secret"),
        (200, #"{"client_id":"a b","client_secret":"x"}"#, "without its id and secret"),
    ]) func oneThatFailsStoresNothing(status: Int, body: String, words: String) async throws {
        fixture.transport.answer(.response(status: status, body: body))
        let error = await expectError(.serviceRefused) { _ = try await settle() }
        #expect(error.message.contains(words) && error.message.contains("nothing was stored"), "\(error.message)")
        #expect(error.nextStep?.contains("acctstore app set mastodon/social.example") == true)
        #expect(fixture.records(.app).isEmpty && fixture.records(.account).isEmpty)
    }

    @Test func withoutANetworkNothingIsStored() async throws {
        await expectError(.unavailable) { _ = try await settle() }
        #expect(fixture.records(.app).isEmpty)
    }

    @Test func theSecretIsNowhereButInTheKeychain() async throws {
        fixture.transport.answer(.response(status: 500, body: #"{"error":"csec-1","client_secret":"csec-1"}"#))
        let error = await expectError(.serviceRefused) { _ = try await settle() }
        #expect(!error.message.contains(#""client_secret""#))
    }

    @Test func anAppOfAnotherNameIsNotRegistered() async throws {
        await expectError(.notConfigured) {
            _ = try await settle("work")
        }
        #expect(fixture.transport.sent.isEmpty)
    }

    @Test func noOtherChangeWaitsForTheServer() async throws {
        let transport = SlowTransport(fixture.transport)
        let store = Store(
            keychain: fixture.keychain, transport: transport, callbacks: fixture.callbacks, prompter: fixture.prompter,
            clock: fixture.clock, services: fixture.services, renewals: fixture.renewals
        ) { () throws(BrokerError) in StoreSettings() }
        let description = try #require(try fixture.services.description(of: service))
        fixture.transport.answer(.response(status: 200, body: answer))
        async let settled = LogInApp(parts: store.parts, description: description).settle(App.defaultName)
        for await _ in transport.asked {}
        // Another process is first, and its app is the one that stays.
        let other = AppCredential(
            consumerKey: "first", consumerSecret: .init(text: "x"), logInProtocol: .oauth2,
            callback: "http://127.0.0.1:20000/callback")
        try await fixture.keychain.exclusively {
            _ = try await fixture.keychain.create(
                StoredApp.record(App.defaultName, of: service), secret: other.line())
        }
        transport.answer()
        #expect(try await settled.credential.consumerKey == "first")
        #expect(fixture.records(.app).count == 1)
    }
}

/// A server that takes its time.
private final class SlowTransport: Transport {
    private let transport: any Transport
    let asked: AsyncStream<Void>
    private let asking: AsyncStream<Void>.Continuation
    private let held: AsyncStream<Void>
    private let holding: AsyncStream<Void>.Continuation

    init(_ transport: any Transport) {
        self.transport = transport
        (asked, asking) = AsyncStream.makeStream()
        (held, holding) = AsyncStream.makeStream()
    }

    func answer() { holding.finish() }

    func send(_ request: TransportRequest) async throws(TransportError) -> Response {
        try await transport.send(request)
    }

    func exchange(_ request: TransportRequest) async throws(TransportError) -> SecretResponse {
        asking.finish()
        for await _ in held {}
        return try await transport.exchange(request)
    }
}
