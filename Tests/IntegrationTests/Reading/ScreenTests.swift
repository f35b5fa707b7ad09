import TestRig
import Testing

/// What people see of a timeline, on a screen and in a pipe.
@Suite("A timeline on a terminal")
struct ScreenTests {
    @Test("it is wrapped for the terminal that it is shown on")
    func widths() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.seed([SeededPost("one two three four five six seven eight nine ten eleven twelve")])
            for (columns, line) in [
                (20, "one two three four\r\nfive six seven eight"), (80, "\r\n  one two three four"),
            ] {
                try await terminal.mustRun("stty cols \(columns) rows 40 </dev/tty")
                #expect(try await terminal.runOnScreen("acctstore timeline --color never") == 0)
                try await terminal.waitFor(line)
            }
        }
    }

    @Test("nothing in a post, a name or a picture's description drives the terminal")
    func hostile() async throws {
        let evil = "\u{1B}[2J\u{1B}]52;c;aGk=\u{7}\u{1B}]0;owned\u{7}\u{9B}5;5H\u{202E}"
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            var user = SeededUser("eve", name: "Eve \(evil)")
            user.about = evil
            var post = SeededPost("before \(evil) after", by: "eve")
            post.media = [.init(alt: evil)]
            try await rig.server.seed([post], users: [user])
            #expect(try await terminal.runOnScreen("acctstore timeline --images never --color never") == 0)
            try await terminal.waitFor(" after")
            for sequence in ["\u{1B}[2J", "\u{1B}]", "\u{7}", "\u{9B}", "\u{202E}"] {
                #expect(!terminal.screen.contains(sequence))
            }
            let view = try await terminal.run("acctstore timeline --jsonl | jq -r .id | xargs acctstore view")
            #expect(view.out.contains(#"before \u{1B}[2J\u{1B}]52;c;aGk=\u{7}"#))
        }
    }

    @Test("in any locale a pipe and a file get UTF-8 without colours; a terminal gets what it can show")
    func locales() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.seed([SeededPost("naïve 漢字 👩‍👩‍👧‍👦 …")])
            for locale in ["C", "POSIX", "de_DE.ISO-8859-1", "es_VE.UTF-8", "C.UTF-8"] {
                for command in ["acctstore timeline", "acctstore timeline | cat", "acctstore timeline --json"] {
                    let ended = try await terminal.run("LC_ALL=\(locale) \(command)")
                    expectSuccess(ended)
                    #expect(ended.out.contains("naïve 漢字 👩‍👩‍👧‍👦 …") && !ended.out.contains("\u{1B}"), "\(locale)")
                }
            }
            #expect(try await terminal.runOnScreen("LC_ALL=C acctstore timeline --color never") == 0)
            try await terminal.waitFor("naive ?? ? ...")
        }
    }

    @Test("times are read whatever the locale, and shown in the zone of TZ")
    func zones() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            var post = SeededPost("old")
            post.created = 1_265_049_913  // Mon Feb 01 18:45:13 +0000 2010
            let id = try #require(try await rig.server.seed([post]).first)
            for locale in ["es_VE.UTF-8", "pl_PL.UTF-8", "C"] {
                let view = try await terminal.run("LC_ALL=\(locale) TZ=XYZ-9 acctstore view \(id)")
                #expect(view.out.contains(" · 2 Feb 2010, 03:45\n"), "\(view)")
                let json = try await terminal.run("LC_ALL=\(locale) acctstore view --json \(id)")
                #expect(json.out.contains(#""created_at":"2010-02-01T18:45:13Z""#))
            }
        }
    }

    @Test("a reader that leaves early ends it without a word", arguments: ["", "--json", "--jsonl"])
    func readerGone(form: String) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.seed([SeededPost("post {n}", count: 600)])
            let command = "LC_ALL=C acctstore timeline -n 600 \(form) 2>errors | head -n 1; echo ${PIPESTATUS[0]}"
            let ended = try await terminal.run("bash -c '\(command)'")
            #expect(ended.out.hasSuffix("\n74\n"), "\(ended)")
            #expect(try await terminal.run("cat errors").out.isEmpty)
        }
    }
}
