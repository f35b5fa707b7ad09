import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite("Logging in again to an account that is kept")
struct LogInAgainTests {
    private let fixture = StoreFixture(services: [modern()])

    private func again(
        _ account: Account, _ method: LogInRequest.Method = .token, secret: String? = nil, isAttended: Bool = false
    ) async throws -> LogInStep {
        try await fixture.terminal.beginLogIn(
            LogInRequest(
                account: account.id, service: .twitter, app: "whatever", method: method, isAttended: isAttended,
                secret: try secret.map { try TextInput.descriptor($0) }))
    }

    @Test("keeps id, number, description, grants and default, and puts the state right")
    func keeps() async throws {
        _ = try await fixture.addAccount("bob", id: "7")
        let alice = try await fixture.addAccount("alice", id: "123", description: "mine", makeDefault: true)
        try await fixture.allow(nightly, [.read], .selected(.id(alice.id)))
        try await fixture.terminal.noteRejectedCredential(of: alice.id)
        fixture.transport.answer(.response(status: 200, body: #"{"data":{"id":"123","username":"alice2"}}"#))
        let step = try await again(
            alice, secret: "oauth_token=new&oauth_token_secret=ts&consumer_key=ck&consumer_secret=cs")
        let now = try #require(step.account)
        #expect((now.id, now.number, now.description, now.isDefault, now.state) == (alice.id, 2, "mine", true, .ok))
        #expect(now.username == "alice2")
        #expect(try await fixture.terminal.grants().count == 1)
        #expect(fixture.records(.account).count == 2)
        #expect(fixture.records(.account).last?.secret.contains(#""token":"new""#) == true)
    }

    @Test(
        "is refused for another person, and where the service does not say who it is",
        arguments: [
            (#"{"data":{"id":"9","username":"eve"}}"#, BrokerError.Code.serviceRefused), ("nonsense", .tryLater),
            (#"{"data":{"id":"a b","username":"al ice"}}"#, .serviceRefused),
        ])
    func other(_ answer: String, _ code: BrokerError.Code) async throws {
        let alice = try await fixture.addAccount("alice", id: "123")
        let before = fixture.records(.account).map(\.secret)
        fixture.transport.answer(.response(status: 200, body: answer))
        let error = await expectError(code) {
            _ = try await again(
                alice, secret: "oauth_token=new&oauth_token_secret=ts&consumer_key=ck&consumer_secret=cs")
        }
        #expect(error.message.contains("@alice (1, twitter)") && error.message.contains("nothing was changed"))
        #expect(error.nextStep?.contains("acctstore login 1 --token-stdin") == true)
        #expect(fixture.records(.account).map(\.secret) == before)
    }

    @Test("goes where the description leads by now")
    func newAddresses() async throws {
        let alice = try await fixture.addRenewable()
        var changed = modern()
        changed.oauth2?.token = "https://new.modern.example/token"
        fixture.services.replace(changed)
        let error = await expectError(.notConfigured) { _ = try await fixture.send(as: alice) }
        #expect(error.nextStep?.hasSuffix("acctstore login 1") == true)
        fixture.transport.answer(.response(status: 200, body: modernUser), readAnswer)
        _ = try await again(alice, secret: "access_token=at-5&refresh_token=rt-5&client_id=cid")
        #expect(fixture.storedAccount.contains(#""token":"https://new.modern.example/token""#))
        #expect(try await fixture.send(as: alice).status == 200)
    }

    @Test("by a browser, with the account's own app, and nobody asked whether that is the account")
    func browser() async throws {
        try await fixture.setClient(modernService, callback: "http://127.0.0.1:8765/c")
        let alice = try await fixture.addRenewable()
        let visit = try BegunVisit(try await again(alice, .browser, isAttended: true))
        #expect(visit.parameter("client_id") == "cid")
        fixture.grantModern()
        let step = try await fixture.type(
            "http://127.0.0.1:8765/c?code=co&state=\(visit.state)", visit.handle)
        #expect(step.account?.id == alice.id)
    }

    @Test("learns who an account is that was not known")
    func learns() async throws {
        let step = try await fixture.logIn(
            .token, to: .twitter, secret: "oauth_token=a&oauth_token_secret=b&consumer_key=ck&consumer_secret=cs")
        let unknown = try #require(step.account)
        #expect(unknown.userID == nil)
        fixture.transport.answer(.response(status: 200, body: #"{"data":{"id":"123","username":"alice"}}"#))
        let secret = "oauth_token=new&oauth_token_secret=ts&consumer_key=ck&consumer_secret=cs"
        let now = try #require(try await again(unknown, secret: secret).account)
        #expect((now.id, now.userID, now.username) == (unknown.id, "123", "alice"))
    }

    @Test("is one of the person's commands, and for accounts that are there")
    func allowed() async throws {
        let alice = try await fixture.addAccount("alice", id: "123")
        await expectError(.accessDenied) {
            _ = try await fixture.broker(nightly, mayAsk: false).beginLogIn(
                LogInRequest(account: alice.id, service: .twitter, method: .pin))
        }
        let nobody = try #require(AccountID("11111111-2222-4333-8444-555555555555"))
        await expectError(.noSuchAccount) {
            _ = try await fixture.terminal.beginLogIn(LogInRequest(account: nobody, service: .twitter, method: .pin))
        }
    }
}
