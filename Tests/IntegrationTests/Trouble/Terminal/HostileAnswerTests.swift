import TestRig
import Testing

/// Nothing that a service sends drives the terminal, in whatever part of an answer it stands.
@Suite("Answers that would drive the terminal")
struct HostileAnswerTests {
    private static let evil = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}5;5H\u{202E}\u{8}"
    /// The same as JSON, where a control character is an escape.
    private static let escaped = #"\u001b]0;owned\u0007\u001b[2J\u009b5;5H\u202e\u0008"#

    @Test("header fields with -i, the type of a refusal, and its words")
    func heads() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            for status in [200, 403, 429, 503] {
                for command in ["request -i GET /1.1/x.json", "-v request GET /1.1/x.json", "-v timeline", "-v post x"]
                {
                    var fault = Fault.answer(
                        status, #"{"errors":[{"code":326,"message":"\#(Self.escaped)"}]}"#, path: "/1.1/*")
                    fault.headers = [
                        "content-type": "text/html\u{1B}]0;owned\u{7}", "x-\u{1B}[2J": "name",
                        "x-rate-limit-reset": "\u{1B}[2J", "retry-after": "\u{1B}]0;owned\u{7}",
                        "x-evil": "\u{1B}]0;owned\u{7}\u{9B}", "location": "http://\u{1B}[2J/",
                    ]
                    try await rig.server.reset()
                    try await rig.server.add(fault)
                    _ = try await terminal.runOnScreen("acctstore --color never \(command)")
                }
            }
            expectHarmless(terminal)
        }
    }

    @Test("links, names, and what a log-in or a look at the account tells")
    func values() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let status = """
                {"id_str":"7","text":"see https://t.co/1","created_at":"\(Self.escaped)",
                 "user":{"id_str":"9","screen_name":"\(Self.escaped)","name":"\(Self.escaped)"},
                 "in_reply_to_status_id_str":"\(Self.escaped)","in_reply_to_screen_name":"\(Self.escaped)",
                 "entities":{"urls":[{"url":"https://t.co/1","expanded_url":"https://x.example/\(Self.escaped)",
                   "display_url":"\(Self.escaped)","indices":[4,18]}],
                  "media":[{"type":"\(Self.escaped)","media_url_https":"\(Self.escaped)","ext_alt_text":"\(Self.escaped)",
                   "url":"https://t.co/2","indices":[0,1]}]}}
                """
            let person = #"{"id_str":"1001","screen_name":"\#(Self.escaped)"}"#
            for (command, path, body) in [
                ("view 7", "/1.1/statuses/show*", status),
                ("timeline", "/1.1/statuses/home_timeline.json", "[\(status)]"),
                ("-v post x", "/1.1/statuses/update.json", status), ("verify 1", "/1.1/account/*", person),
                ("list", "", ""), ("status", "", ""),
            ] {
                try await rig.server.reset()
                if !path.isEmpty { try await rig.server.add(.answer(200, body, path: path)) }
                _ = try await terminal.runOnScreen("acctstore --color never \(command)")
            }
            expectHarmless(terminal)
        }
    }

    private func expectHarmless(_ terminal: Terminal, sourceLocation: SourceLocation = #_sourceLocation) {
        for byte in ["\u{1B}", "\u{7}", "\u{8}", "\u{9B}", "\u{202E}"] as [Unicode.Scalar] {
            let screen = terminal.screen.unicodeScalars
            if let place = screen.firstIndex(of: byte) {
                let start = screen.index(place, offsetBy: -200, limitedBy: screen.startIndex) ?? screen.startIndex
                Issue.record("\(byte.value): \(String(screen[start..<place]))", sourceLocation: sourceLocation)
            }
        }
    }
}
