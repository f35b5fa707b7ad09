import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

/// The person's own words about an account.
@Suite struct DescriptionTests {
    private let fixture = StoreFixture()

    @Test(arguments: [("  work\t", "work"), ("two  words", "two  words"), ("", nil), (" \u{A0}\t", nil)])
    func blanksAroundTheWordsAreDropped(_ words: String, _ kept: String?) async throws {
        let alice = try await fixture.addAccount("alice", id: "1", description: words)
        #expect(alice.description == kept)
        let bob = try await fixture.addAccount("bob", id: "2", description: "older")
        #expect(try await fixture.terminal.update(.id(bob.id), with: .init(description: words)).description == kept)
    }

    @Test(arguments: ["two\nlines", "\u{202E}", String(repeating: "a", count: 501)])
    func theyAreOneVisibleLine(_ words: String) async throws {
        await expectError(.inputRefused) { _ = try await fixture.addAccount("alice", id: "1", description: words) }
        let bob = try await fixture.addAccount("bob", id: "2", description: "older")
        await expectError(.inputRefused) {
            _ = try await fixture.terminal.update(.id(bob.id), with: .init(description: words))
        }
        #expect(try await fixture.terminal.accounts(of: nil).map(\.description) == ["older"])
    }
}
