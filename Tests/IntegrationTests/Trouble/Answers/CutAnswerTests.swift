import TestRig
import Testing

/// An answer that is cut, wherever it is, is never taken for a whole one.
@Suite("Answers cut at every byte")
struct CutAnswerTests {
    private enum Way: CaseIterable {
        /// The head says that this is all.
        case told
        /// The connection ends within the body.
        case body
        /// The connection ends within the head.
        case head

        func fault(_ count: Int, body: String, path: String) -> Fault {
            var fault = Fault.answer(200, body, path: path)
            switch self {
            case .told: fault.cut = count
            case .body: fault.dropBody = count
            case .head: fault.drop = count
            }
            return fault
        }
    }

    private static let status =
        #"{"id_str":"7","text":"hi","user":{"id_str":"1003","screen_name":"bob"},"created_at":"#
        + #""Mon Feb 01 18:45:13 +0000 2010"}"#

    @Test("a timeline: an error, and no post of it on stdout")
    func timeline() async throws {
        let path = "/1.1/statuses/home_timeline.json"
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.add(.answer(200, "[\(Self.status)]", path: path))
            #expect(try await terminal.mustRun("acctstore timeline --json").contains(#""id":"7""#))
            let ends = try await ends(of: "acctstore timeline --json", "[\(Self.status)]", path, rig, terminal)
            for (index, end) in ends.enumerated() {
                #expect(end == "0 76" || end == "0 69", "cut number \(index): \(end)")
            }
        }
    }

    @Test("a post that is viewed: an error, and nothing on stdout")
    func view() async throws {
        let path = "/1.1/statuses/show*"
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.add(.answer(200, Self.status, path: path))
            #expect(try await terminal.mustRun("acctstore view 7 --json").contains(#""id":"7""#))
            let ends = try await ends(of: "acctstore view 7 --json", Self.status, path, rig, terminal)
            for (index, end) in ends.enumerated() {
                #expect(end == "0 76" || end == "0 69", "cut number \(index): \(end)")
            }
        }
    }

    @Test("the answer to a post: its outcome is unknown, no id is on stdout, and it is sent once")
    func post() async throws {
        let path = "/1.1/statuses/update.json"
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let ends = try await ends(of: "acctstore post x", Self.status, path, rig, terminal)
            for (index, end) in ends.enumerated() { #expect(end == "0 82", "cut number \(index): \(end)") }
            #expect(try await rig.server.log().count { $0.path == path } == ends.count)
        }
    }

    /// Runs the command once for each cut of the answer; `bytes on stdout, status` of each.
    private func ends(
        of command: String, _ body: String, _ path: String, _ rig: Rig, _ terminal: Terminal
    ) async throws -> [String] {
        var ends: [String] = []
        for way in Way.allCases {
            // No head is longer than the shortest that the service sends.
            let count = way == .head ? 60 : body.utf8.count
            for cut in 0..<count { try await rig.server.add(way.fault(cut, body: body, path: path)) }
            let loop =
                "for i in $(seq \(count)); do \(command) >part 2>why; s=$?; echo $(wc -c <part) $s; done"
            ends += try await terminal.run(loop, within: .seconds(120)).out.split(separator: "\n").map(String.init)
            #expect(ends.count >= count)
        }
        return ends
    }
}
