import TestRig
import Testing

/// A text is UTF-8 whatever the locale says, and is never read as something else.
@Suite("Posting in any locale")
struct LocaleTests {
    @Test(
        "UTF-8 arrives as it is, an 8-bit text is refused", arguments: ["C", "POSIX", "de_DE.ISO-8859-1", "nonsense"])
    func bytes(_ locale: String) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            expectSuccess(try await terminal.run("LC_ALL=\(locale) acctstore post 'grün 漢'"))
            expectSuccess(try await terminal.run("printf 'Größe' | LC_ALL=\(locale) acctstore post"))
            #expect(try await terminal.run(#"printf 'gr\xfcn' | LC_ALL=\#(locale) acctstore post"#).status == 65)
            #expect(try await terminal.run(#"LC_ALL=\#(locale) acctstore post $'gr\xfcn'"#).status != 0)
            #expect(try await rig.server.posts().map(\.text) == ["grün 漢", "Größe"])
        }
    }
}
