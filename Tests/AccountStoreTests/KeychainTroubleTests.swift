import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite struct KeychainTroubleTests {
    private let fixture = StoreFixture()

    @Test(
        arguments: [
            (KeychainError.Code.locked, BrokerError.Code.locked), (.cancelled, .cancelled),
            (.unreachable, .unavailable),
            (.notConfigured, .notConfigured), (.file, .fileError),
        ])
    func troubleIsNeverTakenForAbsence(_ code: KeychainError.Code, _ expected: BrokerError.Code) async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let sent = fixture.transport.sent.count
        let before = fixture.keychain.contents.map(\.secret)
        fixture.keychain.failEverything(with: KeychainError(code, "trouble", nextStep: "do this"))
        for attempt in [
            { _ = try await fixture.terminal.accounts(of: nil) },
            { _ = try await fixture.terminal.select(nil, of: nil, for: .read) },
            { _ = try await fixture.terminal.sign(post, as: alice.id) },
            { _ = try await fixture.terminal.remove(.number(1), revoke: false, confirmed: true) },
            { _ = try await fixture.addAccount("bob", id: "2") },
            { try await fixture.setApp(.twitter) },
            { _ = try await fixture.terminal.grants() },
        ] as [() async throws -> Void] {
            let error = await expectError(expected) { try await attempt() }
            #expect(error.message.contains("trouble") && error.nextStep?.contains("do this") == true)
        }
        fixture.keychain.failEverything(with: nil)
        #expect(fixture.keychain.contents.map(\.secret) == before)
        #expect(fixture.transport.sent.count == sent)
    }

    @Test func removingOneAccountDeletesOneItem() async throws {
        _ = try await fixture.addAccount("alice", id: "1")
        let bob = try await fixture.addAccount("bob", id: "2")
        _ = try await fixture.terminal.remove(.name("alice"), revoke: false, confirmed: true)
        #expect(fixture.keychain.calls(.delete) == 1)
        await expectError(.noSuchAccount) {
            _ = try await fixture.terminal.remove(.name("alice"), revoke: false, confirmed: true)
        }
        #expect(fixture.keychain.calls(.delete) == 1)
        #expect(try await fixture.terminal.sign(post, as: bob.id).url == statusURL)
    }

    @Test func aTokenIsMadeInvalidBeforeTheAccountGoes() async throws {
        _ = try await fixture.addAccount("alice", id: "1", makeDefault: true)
        for (status, code, next) in [
            (503, BrokerError.Code.tryLater, "acctstore remove 1 --revoke"),
            (404, .serviceRefused, "acctstore remove 1"),
        ] {
            fixture.transport.answer(.response(status: status, body: "<title>No way</title>"))
            let error = await expectError(code) {
                _ = try await fixture.terminal.remove(.number(1), revoke: true, confirmed: true)
            }
            #expect(error.message.contains("No way") && error.nextStep == next)
        }
        #expect(try await fixture.terminal.accounts(of: nil).count == 1)
        fixture.transport.answer(.response(status: 200, body: #"{"access_token":"x"}"#))
        _ = try await fixture.terminal.remove(.number(1), revoke: true, confirmed: true)
        #expect(fixture.transport.sent.last?.url == "https://api.x.com/1.1/oauth/invalidate_token.json")
        #expect(fixture.transport.sent.last?.method == "POST")
        #expect(try await fixture.terminal.accounts(of: nil).isEmpty)
        #expect(fixture.records(.settings).map(\.stored.record.attributes) == [["next-number": "2"]])
    }

    @Test func theDefaultGoesWithItsAccountAndNoOtherTakesItsPlace() async throws {
        _ = try await fixture.addAccount("alice", id: "1", makeDefault: true)
        _ = try await fixture.addAccount("bob", id: "2")
        _ = try await fixture.addAccount("carol", id: "3")
        _ = try await fixture.terminal.remove(.name("alice"), revoke: false, confirmed: true)
        #expect(try await fixture.terminal.accounts(of: nil).map(\.isDefault) == [false, false])
        await expectError(.invalidArgument) { _ = try await fixture.terminal.select(nil, of: nil, for: .read) }
    }

    @Test func aNumberIsNotGivenAgainThoughTheSettingsWereLost() async throws {
        _ = try await fixture.addAccount("alice", id: "1")
        _ = try await fixture.addAccount("bob", id: "2")
        let settings = try #require(fixture.records(.settings).first)
        try await fixture.keychain.delete(settings.stored.reference)
        _ = try await fixture.terminal.remove(.name("bob"), revoke: false, confirmed: true)
        #expect(try await fixture.addAccount("carol", id: "3").number == 3)
    }

    @Test func changesAreToldToWhoKeepsAPicture() async throws {
        _ = try await fixture.addAccount("alice", id: "1")
        try await fixture.allow(nightly)
        var changes = fixture.store.changes.makeAsyncIterator()
        // What comes close together is told together, in no order.
        var told: Set<StoreChange> = []
        while told.count < 2, let change = await changes.next() { told.insert(change) }
        #expect(told == [.accounts(.twitter), .access(nightly, .twitter)])
    }

    @Test func aNameOfDigitsIsANameAfterTheSign() async throws {
        _ = try await fixture.addAccount("alice", id: "1")
        let digits = try await fixture.addAccount("1", id: "2")
        #expect(try await fixture.terminal.select(AccountSelector("@1"), of: nil, for: .read) == digits)
        #expect(try await fixture.terminal.select(AccountSelector("1"), of: nil, for: .read).username == "alice")
    }
}
