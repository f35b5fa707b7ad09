import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

/// The person's names for their apps: all that tells one from another.
@Suite struct AppNameTests {
    private let fixture = StoreFixture()

    @Test(arguments: ["work", "my app 2", "é漢💻", String(repeating: "a", count: 64)])
    func aNameIsAnyVisibleText(_ name: String) async throws {
        try await fixture.setApp(.twitter, name: name)
        #expect(try await fixture.terminal.apps().map(\.name) == [name])
    }

    @Test(
        arguments: [
            ("", "has 0"), (String(repeating: "a", count: 65), "has 65"), ("a\nb", #"\u{A} is not"#),
            ("work\u{FE0F}", #"\u{FE0F} is not"#), ("wo\u{200D}rk", #"\u{200D} is not"#),
            ("x\u{202E}", #"\u{202E} is not"#), ("a\u{A0}b", #"\u{A0} is not"#),
        ])
    func whatCannotBeSeenIsInNone(_ name: String, _ words: String) async throws {
        let error = await expectError(.invalidArgument) { try await fixture.setApp(.twitter, name: name) }
        #expect(error.message.contains(words), "\(error.message)")
        #expect(try await fixture.terminal.apps().isEmpty)
    }
}
