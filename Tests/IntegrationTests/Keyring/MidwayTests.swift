import TestRig
import Testing

/// A keyring that is locked or goes away while programs are being served: each gets an answer, and the right one.
@Suite("A keyring that changes midway", .serialized)
struct MidwayTests {
    @Test("locked, opened and locked again under requests: done or locked, and nothing else")
    func locked() async throws {
        try await underLoad(allowing: [0, 79]) { rig in
            for _ in 1...3 {
                try await rig.gnomeKeyring.lock()
                try await rig.gnomeKeyring.unlock()
            }
        }
    }

    @Test("killed and started again under requests: done or unreachable, and nothing else")
    func killed() async throws {
        try await underLoad(allowing: [0, 69]) { rig in
            await (try rig.gnomeKeyring).stop()
            try await Task.sleep(for: .milliseconds(300))
            try await rig.gnomeKeyring.restart(.unlocked)
        }
    }

    @Test("an agent goes on with a keyring that was started again, time after time")
    func restarted() async throws {
        try await withRig(options()) { rig in
            let terminal = try await KeptAccount().add(to: rig)
            try await terminal.mustRun(KeptAccount.sign)
            let pid = try await rig.bus.ownerPID("org.acctstore.Agent1")
            for _ in 1...4 {
                try await rig.gnomeKeyring.restart(.unlocked)
                expectSuccess(try await terminal.run(KeptAccount.sign))
            }
            #expect(try await rig.bus.ownerPID("org.acctstore.Agent1") == pid)
        }
    }

    /// Four programs sign without a pause while `body` runs; each tells the status of every request.
    private func underLoad(allowing statuses: Set<Int32>, _ body: (Rig) async throws -> Void) async throws {
        try await withRig(options()) { rig in
            let terminal = try await KeptAccount().add(to: rig)
            let sign = "acctstore sign -q -a 1 GET http://127.0.0.1:9/x >/dev/null 2>>\(rig.folder.path)/errors"
            let loop = try rig.script(
                "loop", "#!/bin/sh\nwhile ! [ -e \(rig.folder.path)/stop ]; do \(sign); echo $?; done\n")
            try await terminal.mustRun("acctstore grant \(loop) 1")
            let programs = try (1...4).map { _ in try rig.program([loop]).start() }
            for program in programs { try await program.waitForOut("0\n") }
            try await body(rig)
            try rig.folder.write("", to: "stop")
            for program in programs {
                let seen = Set(try await program.finish().out.split(separator: "\n").compactMap { Int32($0) })
                #expect(seen.isSubset(of: statuses), "\(seen) \(rig.folder.read("errors") ?? "")")
                #expect(seen.contains(0))
            }
            expectSuccess(try await terminal.run(KeptAccount.sign))
        }
    }

    private func options() -> RigOptions {
        var options = RigOptions()
        options.hasService = false
        return options
    }
}
