import AccountModel
import AccountStore
import AccountStoreTesting
import Synchronization
import Testing

/// What a person sees with `-v`: everything that was sent and answered, and no secret.
@Suite struct TraceTests {
    private let fixture = StoreFixture()
    private static let secrets = ["tk-alice", "ts-alice", "p%+& ~é/", "tk-new", "ts-new", "consumer-secret"]

    private final class Lines: Sendable {
        private let all = Mutex<[String]>([])
        var text: String { all.withLock { $0.joined(separator: "\n") } }
        func add(_ trace: RequestTrace) { all.withLock { $0 += trace.lines } }
    }

    private func broker(_ lines: Lines) -> StoreBroker {
        fixture.store.broker(
            for: Caller(
                program: .terminal, instance: Caller.Instance(rawValue: "terminal#1"), isRunning: { true },
                trace: { lines.add($0) }))
    }

    private func expectNoSecret(in text: String) {
        for secret in Self.secrets { #expect(!text.contains(secret), "\(text)") }
        #expect(!text.contains(/oauth_signature="[^.]/) && !text.contains(/oauth_signature%3D/))
    }

    @Test func aRequestAndItsAnswerAreShown() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.transport.answer(
            .response(
                status: 200, headers: [HeaderField("Set-Cookie", "session=abc"), HeaderField("X-Access-Level", "read")])
        )
        let lines = Lines()
        _ = try await broker(lines).perform(post, body: nil, as: .account(alice.id))
        #expect(lines.text.contains("> POST \(statusURL)\n"))
        #expect(lines.text.contains(#"> Authorization: OAuth oauth_consumer_key="ck", oauth_token="...""#))
        #expect(lines.text.contains(#"oauth_signature="...""#))
        #expect(lines.text.contains("> status=hi"))
        #expect(
            lines.text.contains(
                "* signed: POST&https%3A%2F%2Fapi.x.com%2F1.1%2Fstatuses%2Fupdate.json&oauth_consumer_key"))
        #expect(lines.text.contains("< 200\n< Set-Cookie: ...\n< X-Access-Level: read"))
        expectNoSecret(in: lines.text)
    }

    @Test(
        arguments: [
            "no: tk-alice ts-alice", #"{"errors":[{"code":32,"message":"tk-alice/ts-alice"}]}"#,
            "oauth_token=tk-alice&oauth_token_secret=ts%2Dalice", "<title>tk%2Dalice</title>",
        ])
    func anEchoInARefusalIsMaskedInTheTraceAndInTheAnswer(body: String) async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.transport.answer(.response(status: 403, headers: [HeaderField("X-Echo", "tk-alice")], body: body))
        let lines = Lines()
        let response = try await broker(lines).perform(post, body: nil, as: .account(alice.id))
        #expect(lines.text.contains("< 403"))
        expectNoSecret(in: lines.text)
        let passedOn = String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self)
        #expect(passedOn.contains("***") && !passedOn.contains("alice"))
    }

    @Test func aRequestThatGetsNoAnswerIsShownToo() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.transport.answer(.failure(TransportError(.notConnected, "proxy.example refused tk-alice")))
        let lines = Lines()
        await expectError(.unavailable) {
            _ = try await broker(lines).perform(post, body: nil, as: .account(alice.id))
        }
        #expect(lines.text.contains("> POST \(statusURL)\n"))
        #expect(lines.text.contains("* the request as @alice (1, twitter) was not sent: proxy.example refused"))
        expectNoSecret(in: lines.text)
    }

    @Test func aQueryAndHeadersWithCredentialsAreMasked() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.transport.answer(.response(status: 200))
        let lines = Lines()
        let request = UnsignedRequest(
            method: "GET", url: read.url + "?access_token=tk-new&page=2",
            headers: [HeaderField("X-Api-Key", "ts-new"), HeaderField("Accept", "*/*")])
        _ = try await broker(lines).perform(request, body: nil, as: .account(alice.id))
        #expect(lines.text.contains("page=2") && lines.text.contains("> X-Api-Key: ...\n> Accept: */*"))
        expectNoSecret(in: lines.text)
    }

    @Test func aSignatureThatIsNotSentIsShown() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let lines = Lines()
        _ = try await broker(lines).sign(post, as: alice.id)
        #expect(
            lines.text.contains("* signed: POST&") && lines.text.contains("> status=hi") && !lines.text.contains("<"))
        expectNoSecret(in: lines.text)
    }

    @Test(arguments: [200, 401]) func ofALogInOnlyNamesAreShown(status: Int) async throws {
        try await fixture.setApp(fixture.local, secret: "consumer-secret")
        let form = "oauth_token=tk-new&oauth_token_secret=ts-new&user_id=5&screen_name=bob"
        fixture.transport.answer(
            .response(status: status, body: form),
            .response(status: 200, body: #"{"id_str":"5","screen_name":"bob","echo":"tk-new"}"#))
        let lines = Lines()
        _ = try? await fixture.logIn(.xauth, to: fixture.local, as: "bob", secret: "p%+& ~é/", by: broker(lines))
        #expect(lines.text.contains("> x_auth_username=bob&x_auth_password=...&x_auth_mode=client_auth"))
        #expect(
            lines.text.contains(
                "< \(status)\n< \n< oauth_token=***&oauth_token_secret=***&user_id=***&screen_name=***"),
            "\(lines.text)")
        expectNoSecret(in: lines.text)
        #expect(!lines.text.contains("p%25%2B"))
    }
}
