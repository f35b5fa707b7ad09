import TestRig
import Testing

/// A limit on the size of files is an error of the write, as a full disk is: no signal ends a program in the midst of it.
@Suite("A limit on the size of files")
struct FileSizeLimitTests {
    @Test("a text that was refused and cannot be kept is shown, and nothing half-written is left")
    func draft() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let ended = try await limited("head -c 300 /dev/zero | tr '\\0' x | acctstore post -a 1 -", at: terminal)
            #expect(ended.hasSuffix("status 65\n"), "\(ended)")
            #expect(ended.contains("File too large") && ended.contains(String(repeating: "x", count: 300)), "\(ended)")
            try await expectNothingUnfinished(in: rig)
        }
    }

    @Test("a bundle that cannot be written: 74, and nothing half-written is left")
    func bundle() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let phrase = try rig.folder.write("correct horse battery staple\n", to: "input/phrase")
            let ended = try await limited("acctstore --passphrase-fd 3 export ~/big 3<\(phrase)", at: terminal)
            #expect(ended.hasSuffix("status 74\n"), "\(ended)")
            #expect(ended.contains("File too large"), "\(ended)")
            try await expectNothingUnfinished(in: rig)
        }
    }

    @Test("a result that cannot be written: 74, and it is said why")
    func result() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let ended = try await limited("acctstore list >~/list", at: terminal)
            #expect(ended == "error: the result cannot be written: File too large\nstatus 74\n")
        }
    }

    /// What a command said with files that may have no byte, and its status.
    private func limited(_ command: String, at terminal: Terminal) async throws -> String {
        // Pipes have no limit, and the reader is none of the limited.
        try await terminal.run("(ulimit -f 0; \(command); echo status $?) 2>&1 | cat").out
    }

    private func expectNothingUnfinished(in rig: Rig) async throws {
        let found = try await rig.program(["find", rig.folder.path("home"), "-name", "*.new"]).run()
        #expect(found.out == "")
    }
}
