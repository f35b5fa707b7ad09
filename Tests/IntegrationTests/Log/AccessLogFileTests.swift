import FoundationEssentials
import TestRig
import Testing

/// What the agent writes down of uses, in a real file.
@Suite("The access log")
struct AccessLogFileTests {
    /// One line, as other programs read it.
    struct Line: Decodable {
        struct Account: Decodable {
            let id: String
            let number: Int?
            let username: String?
        }

        let time: String
        let program: String
        let chain: [String]
        let service: String?
        let account: Account?
        let app: String?
        let operation: String
        let method: String?
        let url: String?
        let answer: String
    }

    static func lines(of rig: Rig) throws -> [Line] {
        let text = rig.folder.read("home/.local/state/acctstore/access.log") ?? ""
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    @Test("has every use, the person's own and refused ones too, with no secret, text or parameter in it")
    func everyUse() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let base = try rig.server.base
            let script = try rig.script(
                "nightly", "#!/bin/sh\nacctstore sign -a 1 GET '\(base)1.1/x.json?in=query-part' -d p=parameter-part\n")
            let poster = try rig.script("poster", "#!/bin/sh\nacctstore post -a 1 'a text of mine'\n")
            try await terminal.mustRun("acctstore grant \(script) 1")
            expectSuccess(try await rig.alone(script))
            expectFailure(try await rig.alone(poster), 77)
            try await terminal.mustRun("acctstore post 'a text of mine'")
            _ = try await terminal.run("acctstore request -a app GET \(base)1.1/y.json")
            _ = try await terminal.run(
                "acctstore request -a 1 POST 'http://u:hidden-part@127.0.0.1/' -d status=hidden-part")
            try await rig.server.add(.answer(403, "no"))
            _ = try await terminal.run("acctstore post 'a text of mine'")
            try await terminal.mustRun("acctstore log --json")

            let lines = try Self.lines(of: rig)
            let told = lines.map { "\($0.program) \($0.operation) \($0.method ?? "-") \($0.answer)" }
            #expect(told.contains("script:\(script) sign GET given"), "\(told)")
            #expect(told.contains("script:\(poster) access - AccessDenied"), "\(told)")
            #expect(told.contains("terminal perform POST 200"), "\(told)")
            #expect(told.contains("terminal perform POST 403"), "\(told)")
            #expect(told.contains("terminal perform POST URLNotAllowed"), "\(told)")
            #expect(lines.contains { $0.app == "default" && $0.account == nil && $0.service == "local" })
            let signed = try #require(lines.first { $0.operation == "sign" })
            #expect(signed.url == "\(base)1.1/x.json" && signed.service == "local")
            #expect(
                signed.account?.number == 1 && signed.account?.username == "alice" && signed.account?.id.count == 36)
            #expect(signed.time.hasSuffix("Z") && signed.time.contains("T"))

            let alice = TestService.Known.alice
            let secrets = [
                TestService.Known.consumerSecret, TestService.Known.consumerKey, alice.token, alice.tokenSecret,
                "query-part", "parameter-part", "hidden-part", "a text of mine", "oauth_",
            ]
            let state = rig.folder.path("home/.local/state")
            let search = ["grep", "-raF"] + secrets.flatMap { ["-e", $0] } + [state]
            #expect(try await rig.program(search).run().out == "")
            let modes = try await rig.program(["find", state, "-name", "access*", "-printf", "%y %m %f\n"]).run()
            #expect(modes.out == "f 600 access.log\n")
        }
    }

    @Test("with log=false nothing is written, from the next request on")
    func off() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await terminal.mustRun("acctstore post one")
            let before = try await terminal.mustRun("acctstore log --json")
            #expect(before.contains("POST"))
            try rig.folder.write("[agent]\nlog=false\n", to: "home/.config/acctstore/acctstore.conf")
            try await terminal.mustRun("acctstore post two")
            #expect(try await terminal.mustRun("acctstore log --json") == before)
            #expect(try await terminal.mustRun("acctstore status").contains("\nlog       off\n"))
        }
    }

    @Test("a file that may not grow stops no request; status tells, and the uses are counted")
    func noRoom() async throws {
        var options = RigOptions()
        options.activatesAgent = false
        try await withRig(options) { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await terminal.mustRun("acctstore agent stop")
            let sign = "acctstore sign -a 1 GET \(try rig.server.base)1.1/x.json"
            // Kibibytes, in bash. The agent is started with this limit.
            try await terminal.mustRun("(ulimit -f 2; acctstore list)")
            let signed = try await terminal.run("for i in $(seq 20); do \(sign) || exit $?; done")
            expectSuccess(signed)
            #expect(signed.out.split(separator: "\n").count == 20)
            let status = try await terminal.mustRun("acctstore status")
            #expect(status.contains("access.log") && status.contains("uses that it lacks: "), "\(status)")
            let json = try await terminal.mustRun("acctstore status --json")
            #expect(json.contains(#""missing":"#) && !json.contains(#""missing":0"#))
            // What is there is whole.
            let lines = try Self.lines(of: rig)
            #expect(!lines.isEmpty && lines.count < 20)
            expectSuccess(try await terminal.run("acctstore log"))
        }
    }

    @Test("a link in its place is refused in clear words, and requests are served")
    func link() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let log = "~/.local/state/acctstore/access.log"
            try await terminal.mustRun("rm -f \(log); touch ~/elsewhere; ln -s ~/elsewhere \(log)")
            try await terminal.mustRun("acctstore post 'hello'")
            #expect(rig.folder.read("home/elsewhere") == "")
            let refused = try await terminal.run("acctstore log")
            expectFailure(refused, 74, "access.log is a link, which is not followed")
            #expect(try await terminal.mustRun("acctstore status").contains("is a link"))
            #expect(rig.logs.split(separator: "\n").count { $0.contains("was not logged") } == 1, "\(rig.logs)")
            expectSuccess(try await terminal.run("acctstore grant --json"), prints: "[]\n")
        }
    }
}
