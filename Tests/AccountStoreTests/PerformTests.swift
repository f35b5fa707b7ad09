import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite struct PerformTests {
    private let fixture = StoreFixture()

    @Test func aRequestIsSentOnceAsItWasSigned() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.transport.answer(.response(status: 403, body: "no"))
        fixture.settings = StoreSettings(timeout: 7)
        let response = try await fixture.terminal.perform(post, body: nil, as: .account(alice.id))
        #expect(response.status == 403)
        #expect(try await response.body.collect(upTo: 10) == Array("no".utf8))
        let sent = fixture.transport.sent.dropFirst()
        #expect(sent.map(\.url) == [statusURL])
        #expect(sent.map(\.body) == ["status=hi"])
        #expect(sent.map(\.timeout) == [7])
        #expect(sent.first?.authorization.hasPrefix("OAuth ") == true)
    }

    @Test func aBodyOfItsOwnSendsParametersInTheQuery() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.transport.answer(.response(status: 200))
        let request = UnsignedRequest(
            method: "POST", url: statusURL, parameters: [Parameter("a", "1")],
            headers: [HeaderField("Content-Type", "application/json")])
        _ = try await fixture.terminal.perform(request, body: .text("{}"), as: .account(alice.id))
        let sent = try #require(fixture.transport.sent.last)
        #expect(sent.url == statusURL + "?a=1")
        #expect(sent.body == "{}")
        #expect(sent.headers[field: "Content-Type"] == "application/json")
    }

    @Test func aFormOfItsOwnIsSignedLikeParameters() async throws {
        let (one, two) = (StoreFixture(), StoreFixture())
        let (first, second) = (try await one.addAccount("alice", id: "1"), try await two.addAccount("alice", id: "1"))
        one.transport.answer(.response(status: 200))
        two.transport.answer(.response(status: 200))
        _ = try await one.terminal.perform(post, body: nil, as: .account(first.id))
        let form = UnsignedRequest(
            method: "POST", url: statusURL, headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")])
        _ = try await two.terminal.perform(form, body: .text("status=hi"), as: .account(second.id))
        #expect(one.transport.sent.last == two.transport.sent.last)
    }

    @Test(
        arguments: [
            (TransportError.Code.notConnected, BrokerError.Code.unavailable, BrokerError.Code.unavailable),
            (.tlsRefused, .unavailable, .unavailable), (.noAnswer, .outcomeUnknown, .unavailable),
            (.brokenAnswer, .outcomeUnknown, .serviceRefused), (.invalidRequest, .invalidArgument, .invalidArgument),
        ])
    func aFailureSaysWhatIsKnownOfTheRequest(
        _ failure: TransportError.Code, _ ofWrite: BrokerError.Code, _ ofRead: BrokerError.Code
    ) async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let before = fixture.transport.sent.count
        for (request, code) in [(post, ofWrite), (read, ofRead)] {
            fixture.transport.answer(.failure(TransportError(failure, "api.x.com: trouble")))
            let error = await expectError(code) {
                _ = try await fixture.terminal.perform(request, body: nil, as: .account(alice.id))
            }
            #expect(error.message.contains("api.x.com: trouble") && error.message.contains(alice.label))
        }
        #expect(fixture.transport.sent.count == before + 2)
    }

    @Test func anAnswerToAWriteThatIsCutShortLeavesTheOutcomeUnknown() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.transport.answer(.cutShort(status: 200, body: "{"), .cutShort(status: 200, body: "{"))
        let written = try await fixture.terminal.perform(post, body: nil, as: .account(alice.id))
        await expectError(.outcomeUnknown) { _ = try await written.body.collect(upTo: 10) }
        let wasRead = try await fixture.terminal.perform(read, body: nil, as: .account(alice.id))
        await expectError(.unavailable) { _ = try await wasRead.body.collect(upTo: 10) }
    }

    @Test func aRedirectIsTheAnswer() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.transport.answer(
            .response(status: 302, headers: [HeaderField("Location", "https://elsewhere.example/")]))
        let response = try await fixture.terminal.perform(read, body: nil, as: .account(alice.id))
        #expect(response.status == 302)
        #expect(fixture.transport.sent.filter { $0.url.contains("elsewhere") }.isEmpty)
    }

    @Test func aRejectedCredentialIsNotedOnlyByWhoMaySeeTheAccount() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let program = fixture.broker(nightly, mayAsk: false)
        await expectError(.accessDenied) { try await program.noteRejectedCredential(of: alice.id) }
        try await fixture.allow(nightly, .read)
        try await program.noteRejectedCredential(of: alice.id)
        #expect(try await fixture.terminal.accounts(of: nil).map(\.state) == [.needsLogin])
        _ = try await fixture.addAccount("alice", id: "1")
        #expect(try await fixture.terminal.accounts(of: nil).map(\.state) == [.ok])
    }
}
