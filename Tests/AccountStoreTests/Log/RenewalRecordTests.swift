import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite("Renewals are recorded")
struct RenewalRecordTests {
    private let fixture = StoreFixture(services: [modern()])

    private func records() -> [String] {
        fixture.log.records.map { "\($0.operation.rawValue) \($0.outcome.word) \($0.url ?? "-")" }
    }

    private static let endpoint = "https://api.modern.example/oauth/token"

    @Test("one that a use needed, beside the use, with who asked and where the service was asked")
    func byUse() async throws {
        let alice = try await fixture.addRenewable()
        try await fixture.allow(nightly, .read)
        fixture.clock.advance(by: 8000)
        fixture.transport.answer(renewedAnswer(1), readAnswer, readAnswer)
        for _ in 0..<2 {
            _ = try await fixture.broker(nightly).perform(modernRead, body: nil, as: .account(alice.id))
        }
        #expect(
            records() == [
                "renew given \(Self.endpoint)", "perform 200 \(modernRead.url)", "perform 200 \(modernRead.url)",
            ])
        let record = try #require(fixture.log.records.first)
        #expect(record.program == nightly && record.account == AccessRecord.Subject(alice))
        #expect(record.service == modernService && record.method == nil && record.use == nil)
        for secret in ["1234", "new1", "cse"] { #expect(!record.line.contains(secret)) }
        #expect(AccessRecord(line: record.line.utf8) == record)
    }

    @Test("one that was not to be, by the name of the error")
    func failed() async throws {
        let alice = try await fixture.addRenewable()
        fixture.clock.advance(by: 8000)
        fixture.transport.answer(
            .failure(TransportError(.notConnected, "no route")),
            .response(status: 400, body: #"{"error":"invalid_grant"}"#))
        _ = try? await fixture.send(as: alice)
        #expect(records() == ["renew Unavailable \(Self.endpoint)", "perform Unavailable \(modernRead.url)"])
        #expect(try await fixture.terminal.renew(alice.id).outcome == .rejected)
        #expect(records().dropFirst(2) == ["renew CredentialRejected \(Self.endpoint)"])
    }

    @Test("renew itself, also where there is nothing to renew, and where access is refused")
    func command() async throws {
        let alice = try await fixture.addRenewable()
        fixture.transport.answer(renewedAnswer(1))
        _ = try await fixture.terminal.renew(alice.id)
        let bob = try await fixture.addAccount("bob", id: "7")
        let before = fixture.log.records.count
        fixture.transport.answer(
            .response(status: 200, body: "{}"),
            .response(status: 401, body: #"{"errors":[{"code":89,"message":"Invalid or expired token"}]}"#))
        for _ in 0..<2 { _ = try await fixture.terminal.renew(bob.id) }
        await expectError(.accessDenied) { _ = try await fixture.broker(nightly).renew(alice.id) }
        #expect(
            records().prefix(before) == ["renew given \(Self.endpoint)"]
                && fixture.log.records.dropFirst(before).map(\.outcome.word) == [
                    "given", "CredentialRejected", "AccessDenied",
                ])
        #expect(fixture.log.records.allSatisfy { $0.operation == .renew && !$0.line.contains("?") })
    }
}
