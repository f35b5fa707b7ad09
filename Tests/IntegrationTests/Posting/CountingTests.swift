import TestRig
import Testing

/// The length of a post as the program tells it: `post --dry-run`, which sends nothing.
@Suite("The length of a post")
struct CountingTests {
    private static let longLink = "https://example.com/" + String(repeating: "x", count: 100)

    /// What stdin holds, as printf reads it, the length told, and whether it may be posted.
    private static let cases: [(text: String, length: Int, fits: Bool)] = [
        (#"a\r\nb"#, 3, true),
        ("cafe\u{301}", 4, true),
        ("🏳️‍🌈", 2, true), ("👨‍👩‍👧‍👦", 2, true), ("👨🏽", 2, true), ("1️⃣", 2, true),
        (String(repeating: "👨‍👩‍👧‍👦", count: 140), 280, true),
        (String(repeating: "漢", count: 140), 280, true), (String(repeating: "漢", count: 141), 282, false),
        ("First sentence.Second sentence.", 31, true), ("see myweb.co ok", 30, true),
        ("日本語です。example.com", 35, true),
        (String(repeating: "a", count: 256) + " " + longLink, 280, true),
        (String(repeating: "a", count: 257) + " " + longLink, 281, false),
    ]

    @Test("line ends, accents, joined emoji, wide letters and links count as the service counts them")
    func lengths() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let before = try await rig.server.log().count
            for (text, length, fits) in Self.cases {
                let ended = try await terminal.run("printf '\(text)' | acctstore post --dry-run -")
                #expect(ended.err.contains("\(length) of 280\n"), "\(text): \(ended.err)")
                #expect(ended.status == (fits ? 0 : 65), "\(text): \(ended.err)")
                #expect(ended.out.isEmpty != fits)
            }
            #expect(try await rig.server.log().count == before)
        }
    }

    @Test("a text with CRLF and decomposed letters is sent with LF, and the service counts the same")
    func sentAsCounted() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let family = String(repeating: "👨‍👩‍👧‍👦", count: 137)
            for text in [#"a\r\nb"#, "cafe\u{301} \(family)"] {
                expectSuccess(try await terminal.run("printf '\(text)' | acctstore post"))
            }
            let sent = try await rig.server.log().compactMap { $0.formValue("status") }
            #expect(sent.count == 2)
            #expect(sent.first.map { Array($0.utf8) } == Array("a\nb".utf8))
            #expect(sent.last?.hasSuffix(family) == true)
        }
    }

    @Test("over the limit: by how much, nothing sent, and a text from stdin is kept in a file for its owner alone")
    func draft() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let text = String(repeating: "word ", count: 60)
            let file = try rig.folder.write(text, to: "input/text")
            let ended = try await terminal.run("umask 000; acctstore post <\(file)")
            expectFailure(ended, 65, "20")
            let kept = try #require(ended.err.split(separator: "\n").first { $0.hasPrefix("the text was kept in ") })
            let path = String(kept.dropFirst("the text was kept in ".count))
            #expect(path.hasPrefix(rig.folder.path("home/.local/state/acctstore/drafts/")))
            #expect(rig.folder.read(String(path.dropFirst(rig.folder.path.count + 1))) == text)
            let modes = try await terminal.run(
                "stat -c %a \(path) ~/.local/state/acctstore ~/.local/state/acctstore/drafts")
            #expect(modes.out == "600\n700\n700\n")
            #expect(try await rig.server.posts() == [])
            let argument = try await terminal.run("acctstore post \"$(cat \(file)) and more\"")
            expectFailure(argument, 65)
            #expect(try await terminal.mustRun("ls ~/.local/state/acctstore/drafts | wc -l") == "1\n")
        }
    }
}
