import FoundationEssentials
import TestRig
import Testing

/// `acctstore log`, and when grants were last used.
@Suite("acctstore log")
struct LogCommandTests {
    @Test("finds uses by program and account, also of an account that is gone, and with the keyring locked")
    func find() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice, TestService.Known.bob)
            let script = try rig.signingScript()
            try await terminal.mustRun("acctstore grant \(script) 1")
            expectSuccess(try await rig.alone(script))
            try await terminal.mustRun("acctstore post -a bob 'hello'")
            try await terminal.mustRun("ln -s \(script) ~/link")

            func log(_ arguments: String) async throws -> [AccessLogFileTests.Line] {
                let text = try await terminal.mustRun("acctstore log --json \(arguments)")
                return try JSONDecoder().decode([AccessLogFileTests.Line].self, from: Data(text.utf8))
            }
            #expect(try await log("--program \(script)").map(\.operation) == ["sign"])
            #expect(try await log("--program ~/link").map(\.operation) == ["sign"])
            #expect(try await log("--program terminal").allSatisfy { $0.program == "terminal" })
            #expect(try await log("--program /no/such/file").isEmpty)
            #expect(try await log("-a alice").allSatisfy { $0.account?.number == 1 })
            #expect(try await log("-a 2").last?.method == "POST")
            #expect(try await log("-n 1").count == 1)
            try await terminal.mustRun("acctstore remove 2 --yes")
            for selector in ["2", "bob", "local:bob"] {
                #expect(try await log("-a \(selector)").last?.method == "POST", "\(selector)")
            }
            try await rig.gnomeKeyring.lock()
            #expect(try await log("-a bob").last?.answer == "200")
            let text = try await terminal.mustRun("acctstore log -a alice --program \(script)")
            #expect(text.contains("  @alice (1, local)  sign GET  given  \(script)  "), "\(text)")
        }
    }

    @Test("is for the person: a program without a terminal gets nothing")
    func person() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await terminal.mustRun("acctstore post 'hello'")
            expectFailure(try await rig.acctstore("log"), 77)
            expectFailure(try await rig.acctstore("log", "--json"), 77)
        }
    }

    @Test("a grant shows when it was last used, also once the use is no longer in the log, and after the agent's end")
    func lastUse() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let script = try rig.signingScript()
            try await terminal.mustRun("acctstore grant \(script) 1")
            try await terminal.mustRun("acctstore grant any 'local:*' --read")
            func lastUses() async throws -> [String: String?] {
                let text = try await terminal.mustRun("acctstore grant --json")
                let grants = try JSONDecoder().decode([UsedGrant].self, from: Data(text.utf8))
                return Dictionary(uniqueKeysWithValues: grants.map { ($0.program, $0.lastUsed) })
            }
            #expect(try await lastUses() == ["script:\(script)": nil, "any": nil])
            expectSuccess(try await rig.alone(script))
            let other = try rig.signingScript("other")
            expectSuccess(try await rig.alone(other))
            let used = try await lastUses()
            let mine = try #require(used["script:\(script)"] ?? nil)
            #expect(mine.hasSuffix("Z") && mine.contains("T"))
            let shown = mine.replacing("T", with: " ").dropLast()
            #expect(used["any"] ?? nil != nil)
            #expect(try await terminal.mustRun("TZ=UTC acctstore grant").contains("last used \(shown)"))

            // So many refusals that the log has been rotated away.
            let line = try #require(
                rig.folder.read("home/.local/state/acctstore/access.log")?.split(separator: "\n").first {
                    $0.contains("sign")
                })
            let filler = String(line).replacing("\"given\"", with: "\"AccessDenied\"") + "\n"
            let log = "home/.local/state/acctstore/access.log"
            for _ in 1...5 {
                try await terminal.mustRun("acctstore agent stop")
                let old = rig.folder.read(log) ?? ""
                try rig.folder.write(old + String(repeating: filler, count: (1 << 20) / filler.utf8.count), to: log)
                try await terminal.mustRun("acctstore sign -a 1 GET \(try rig.server.base)1.1/x.json")
                // A use is written after it was answered. Whoever reads the log gets what came before: no file is written over
                // here that an agent is about to read.
                try await terminal.mustRun("acctstore log -n 1")
            }
            #expect(try await !terminal.mustRun("acctstore log -n 1000000").contains("  given  \(script)"))
            #expect(try await lastUses()["script:\(script)"] == mine)
            let files = try await terminal.mustRun("du -cb ~/.local/state/acctstore/access.log* | tail -n 1")
            let total = try #require(files.split(separator: "\t").first.flatMap { Int($0) })
            #expect(total < 6 << 20)
        }
    }

    private struct UsedGrant: Decodable {
        let program: String
        let lastUsed: String?

        enum CodingKeys: String, CodingKey {
            case program
            case lastUsed = "last_used"
        }
    }
}
