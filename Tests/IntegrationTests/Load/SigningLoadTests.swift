import TestRig
import Testing

/// Many programs that sign at once: all is right, and nobody has to wait for another.
@Suite("Signing under load", .serialized)
struct SigningLoadTests {
    @Test("sixty-four programs sign ten thousand requests at once: none lost, none wrong by oauthlib, no nonce twice")
    func manyPrograms() async throws {
        try await withSigners { rig, account, url in
            let programs = try (1...64).map { try rig.busProgram("bus_sign.py", as: "signer-\($0)") }
            let ended = try await rig.together(
                programs.map { [$0, "judge", account, url, "157"] }, within: .seconds(400))
            for each in ended { expectSuccess(each) }
            let nonces = ended.flatMap { $0.out.split(separator: "\n") }
            #expect(nonces.count == 64 * 157)
            #expect(Set(nonces).count == nonces.count)
        }
    }

    @Test("a program that floods the agent over fifty connections keeps no other program waiting")
    func flood() async throws {
        try await withSigners { rig, account, url in
            let (connections, outstanding) = (50, 64)
            let command = ["flood", account, url, "\(connections)", "\(outstanding)"]
            let flooding = try rig.program(
                [try rig.busProgram("bus_sign.py", as: "flooding")] + command, input: .open
            ).start()
            try await flooding.waitForOut("flooding\n", within: .seconds(120))
            let timing = try rig.busProgram("bus_sign.py", as: "patient")
            let waited = try await medianOfSigning(timing, account, url, in: rig)
            flooding.closeInput()
            let ended = try await flooding.finish(deadline: .seconds(120))
            expectSuccess(ended)
            #expect(!ended.out.contains("org.acctstore.Error"), "\(ended.out)")
            let rate = try figure("signed", in: ended.out) / figure("seconds", in: ended.out)
            // However fast this machine is: the requests that were answered while the other program waited for one.
            let inFront = waited / 1000 * rate
            #expect(inFront < Double(connections * outstanding) / 50, "\(waited) ms, \(rate) signatures a second")
        }
    }

    private func figure(_ name: String, in text: String) throws -> Double {
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
        return try #require(line.flatMap { Double($0.dropFirst(name.count + 1)) }, "\(text)")
    }

    /// Milliseconds of a signature, in the middle of a hundred.
    private func medianOfSigning(_ program: String, _ account: String, _ url: String, in rig: Rig) async throws
        -> Double
    {
        let ended = try await rig.program([program, "time", account, url, "100"]).run(deadline: .seconds(240))
        expectSuccess(ended)
        let times = ended.out.split(separator: "\n").compactMap { Double($0.prefix { $0 != " " }) }.sorted()
        return try #require(times.isEmpty ? nil : times[times.count / 2])
    }

    private func withSigners(_ body: (Rig, String, String) async throws -> Void) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await terminal.mustRun("acctstore grant any 1")
            try await body(
                rig, try await rig.accountID(at: terminal), "\(try rig.server.base)1.1/statuses/update.json")
        }
    }
}
