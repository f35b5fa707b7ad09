import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite("A keychain that closes during a log-in")
struct ClosedKeychainTests {
    private let fixture = StoreFixture(services: [modern()])
    private static let locked = KeychainError(.locked, "the keychain is locked", nextStep: "acctstore unlock")

    /// Answers with yes while the keychain is closed, then opens it, and answers again.
    private func store(_ step: LogInStep, asked: Int) async throws -> LogInStep {
        let first = try unsaved(step)
        let again = try unsaved(try await fixture.terminal.continueLogIn(first, with: .yes))
        #expect(fixture.records(.account).isEmpty)
        fixture.keychain.failEverything(with: nil)
        let done = try await fixture.terminal.continueLogIn(again, with: .yes)
        #expect(fixture.transport.sent.count == asked, "the service was asked again")
        return done
    }

    private func unsaved(_ step: LogInStep) throws -> LogInHandle {
        guard case .unsaved("the keychain is locked", let handle) = step else {
            throw BrokerError(.failed, "\(step)")
        }
        return handle
    }

    private func close() { fixture.keychain.failEverything(with: Self.locked) }

    @Test("the code is exchanged once, and only the storing is done again", arguments: [true, false])
    func code(isPasted: Bool) async throws {
        try await fixture.setClient(modernService)
        let visit = try BegunVisit(try await fixture.logIn(.browser, to: modernService, as: "alice"))
        fixture.grantModern()
        close()
        let step: LogInStep
        if isPasted {
            step = try await fixture.type("?code=c&state=\(visit.state)", visit.handle)
        } else {
            _ = fixture.callbacks.comeBack(with: "code=c&state=\(visit.state)")
            step = try await fixture.terminal.continueLogIn(visit.handle, with: .browser)
        }
        #expect(try await store(step, asked: 2).account?.username == "alice")
        #expect(fixture.records(.account).first?.secret.contains("at-1234") == true)
    }

    @Test("the same with a code of another device, for an account that the person confirms")
    func device() async throws {
        try await fixture.setClient(modernService)
        fixture.transport.answer(
            .response(
                status: 200,
                body: #"{"device_code":"d","user_code":"u","verification_uri":"https://m.example/","expires_in":9}"#))
        let visit = try BegunVisit(try await fixture.logIn(.device, to: modernService, isAttended: true))
        fixture.grantModern()
        let step = try await fixture.terminal.continueLogIn(visit.handle, with: .browser)
        guard case .confirmAccount("alice", _, let handle) = step else { return #expect(Bool(false), "\(step)") }
        close()
        let answered = try await fixture.terminal.continueLogIn(handle, with: .yes)
        #expect(try await store(answered, asked: 3).account?.username == "alice")
    }

    @Test("ready tokens that were read are kept, before and after it is known whose they are")
    func tokens() async throws {
        let text = "access_token=at-1&client_id=cid"
        for operation in [MemoryKeychain.Operation.update, .create] {
            let fixture = StoreFixture(services: [modern()])
            _ = try await fixture.terminal.accounts(of: nil)
            fixture.transport.answer(.response(status: 200, body: modernUser))
            fixture.keychain.fail(operation, with: Self.locked)
            let step = try await fixture.logIn(.token, to: modernService, secret: text)
            let handle = try unsaved(step)
            fixture.keychain.failEverything(with: nil)
            let done = try await fixture.terminal.continueLogIn(handle, with: .yes)
            #expect(done.account?.username == "alice" && fixture.transport.sent.count == 1)
        }
    }

    @Test("an account that is logged in to again keeps what it had until then")
    func again() async throws {
        try await fixture.setClient(modernService)
        fixture.transport.answer(.response(status: 200, body: modernUser))
        let alice = try #require(
            try await fixture.logIn(.token, to: modernService, secret: "access_token=old&client_id=cid").account)
        let request = LogInRequest(account: alice.id, service: modernService, method: .browser)
        let visit = try BegunVisit(try await fixture.terminal.beginLogIn(request))
        fixture.grantModern()
        _ = fixture.callbacks.comeBack(with: "code=c&state=\(visit.state)")
        close()
        let handle = try unsaved(try await fixture.terminal.continueLogIn(visit.handle, with: .browser))
        fixture.keychain.failEverything(with: nil)
        #expect(fixture.records(.account).first?.secret.contains("\"old\"") == true)
        #expect(try await fixture.terminal.continueLogIn(handle, with: .yes).account == alice)
        #expect(fixture.records(.account).first?.secret.contains("at-1234") == true)
    }

    @Test("a no drops it, and tells what was lost and how to begin again")
    func no() async throws {
        try await fixture.setClient(modernService)
        let visit = try BegunVisit(try await fixture.logIn(.browser, to: modernService, as: "alice"))
        fixture.grantModern()
        close()
        let handle = try unsaved(try await fixture.type("?code=c&state=\(visit.state)", visit.handle))
        let error = await expectError(.locked) { _ = try await fixture.terminal.continueLogIn(handle, with: .no) }
        #expect(error.message.contains("@alice could not be stored, and the token was dropped"))
        #expect(
            error.nextStep
                == "acctstore unlock\nacctstore add modern --user alice --browser")
        await expectError(.cancelled) { _ = try await fixture.terminal.continueLogIn(handle, with: .yes) }
    }

    @Test("any other trouble drops the token, as it was")
    func otherTrouble() async throws {
        try await fixture.setClient(modernService)
        let visit = try BegunVisit(try await fixture.logIn(.browser, to: modernService, as: "alice"))
        fixture.grantModern()
        fixture.keychain.failEverything(with: KeychainError(.file, "the disk is full"))
        let error = await expectError(.fileError) {
            _ = try await fixture.type("?code=c&state=\(visit.state)", visit.handle)
        }
        #expect(error.message.contains("the token was dropped"))
    }
}
