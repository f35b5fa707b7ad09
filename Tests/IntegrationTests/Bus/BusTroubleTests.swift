import Glibc
import TestRig
import Testing

/// What comes over the bus is not what a library sends: the agent answers what can be answered, and goes on.
@Suite("Trouble on the bus")
struct BusTroubleTests {
    @Test(
        "unknown names, wrong types, nested and huge values, every kind of descriptor, messages in the bus's name, and messages that are none: each has its answer, from one agent"
    )
    func messages() async throws {
        try await withProgram("bus_trouble.py") { rig, program, account, _ in
            let pid = try await rig.agentPID
            let done = try await rig.program([program, account, rig.server.base]).run(deadline: .seconds(240))
            expectSuccess(done, prints: "")
            #expect(try await rig.agentPID == pid)
            // GLib keeps what it took such messages apart with, but for the next one.
            let kept = try residentKilobytes(of: pid)
            let again = try await rig.program([program, account, rig.server.base, "sizes"]).run(deadline: .seconds(240))
            expectSuccess(again, prints: "")
            #expect(try residentKilobytes(of: pid) < kept + 20_000)
        }
    }

    @Test("thousands of calls of every method with made-up arguments are answered, by one agent", arguments: [1, 2])
    func madeUp(seed: Int) async throws {
        let configuration = "[access]\nmanage-without-terminal=true\n"
        try await withProgram("bus_fuzz.py", configuration: configuration) { rig, program, account, _ in
            let pid = try await rig.agentPID
            let command = [program, "\(seed)", "1500", account, try rig.server.base]
            let done = try await rig.program(command).run(deadline: .seconds(300))
            expectSuccess(done, prints: "")
            // Not all of them were stopped at the door.
            #expect(done.err.contains("an answer: "), "\(done.err)")
            #expect(done.err.contains("org.acctstore.Error.InvalidArgument: "), "\(done.err)")
            #expect(try await rig.agentPID == pid)
            expectSuccess(try await rig.acctstore("list", "--json"))
        }
    }

    @Test("a program of another user that the bus lets in is refused by the agent, whoever that user is")
    func anotherUser() async throws {
        var options = RigOptions()
        options.admitsEverybody = true
        try await withRig(options) { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await terminal.mustRun("acctstore grant any 1")
            let account = try await rig.accountID(at: terminal)
            var program = rig.program([
                try rig.busProgram("bus_sign.py"), "judge", account, "\(try rig.server.base)1.1/x.json", "1",
            ])
            expectSuccess(try await program.run())
            guard RigUser.current != .rig else { return }
            program.user = .current
            let refused = try await program.run()
            #expect(refused.status == 1)
            #expect(refused.err.contains("AccessDenied"), "\(refused.err)")
            #expect(refused.err.contains("belongs to another user (uid \(RigUser.current.uid))"), "\(refused.err)")
        }
    }

    @Test("connections that come, ask and go at once leave nothing behind: no descriptor, no request, no memory")
    func comingAndGoing() async throws {
        try await withProgram("bus_visits.py") { rig, program, account, terminal in
            // An agent that may have few descriptors shows one that is lost.
            let few = try rig.script("agent-with-few", "#!/bin/sh\nulimit -n 80\nexec \(rig.agentPath) \"$@\"\n")
            try await rig.activateAgent(by: few)
            try await terminal.mustRun("acctstore agent stop")
            let visit = [program, account, "\(try rig.server.base)1.1/statuses/update.json", "400"]
            expectSuccess(try await rig.program(visit).run(deadline: .seconds(240)))
            let pid = try await rig.agentPID
            let (before, threads) = (try residentKilobytes(of: pid), try processStatus(pid, "Threads"))
            for _ in 0..<3 { expectSuccess(try await rig.program(visit).run(deadline: .seconds(240))) }
            #expect(try await rig.agentPID == pid)
            #expect(try residentKilobytes(of: pid) < before + 8_000)
            #expect(abs((Int(try processStatus(pid, "Threads")) ?? 0) - (Int(threads) ?? 0)) <= 4)
            // Were a request still thought to be worked on, the agent would not let go of its time.
            try rig.folder.write("[agent]\nidle-exit=1s\n", to: "home/.config/acctstore/acctstore.conf")
            try await terminal.mustRun("acctstore agent stop")
            expectSuccess(try await rig.program(visit).run(deadline: .seconds(240)))
            let next = try await rig.agentPID
            try await eventually("the idle agent ends") { !isRunning(next) }
        }
    }

    @Test("a clock that is set back by a day: signatures go on with its time, grants hold, and no nonce comes twice")
    func clockSetBack() async throws {
        try await withProgram("bus_sign.py") { rig, program, account, terminal in
            let library = try await rig.clockLibrary()
            let wrapped =
                "#!/bin/sh\nLD_PRELOAD=\(library) CLOCK_OFFSET=\(rig.folder.path)/clock exec \(rig.agentPath)\n"
            try await rig.activateAgent(by: try rig.script("agent-with-clock", wrapped))
            try await terminal.mustRun("acctstore agent stop")
            let sign = [program, "judge", account, "\(try rig.server.base)1.1/statuses/update.json", "50"]
            let before = try await rig.program(sign).run()
            expectSuccess(before)
            let pid = try await rig.agentPID
            try rig.folder.write("-86400", to: "clock", mode: 0o644)
            let header = try await terminal.mustRun("acctstore sign -a 1 GET \(try rig.server.base)1.1/x.json")
            let stamp = header.firstMatch(of: /oauth_timestamp="(\d+)"/).flatMap { Int($0.output.1) } ?? 0
            #expect(abs(stamp - (time(nil) - 86_400)) < 600, "\(header)")
            let after = try await rig.program(sign).run()
            expectSuccess(after)
            let nonces = (before.out + after.out).split(separator: "\n")
            #expect(nonces.count == 100)
            #expect(Set(nonces).count == 100)
            // The service takes no such time, and says which it has.
            expectSuccess(try await terminal.run("acctstore post 'after the clock'"))
            #expect(try await rig.agentPID == pid)
        }
    }

    /// A rig with alice's account, which every program may use, and one of the rig's programs in it.
    private func withProgram(
        _ script: String, configuration: String? = nil, _ body: (Rig, String, String, Terminal) async throws -> Void
    ) async throws {
        var options = RigOptions()
        options.configuration = configuration
        try await withRig(options) { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await terminal.mustRun("acctstore grant any 1")
            try await body(rig, try rig.busProgram(script), try await rig.accountID(at: terminal), terminal)
        }
    }
}

extension Rig {
    /// A library that moves the clock of whoever loads it, by the seconds in the file that `CLOCK_OFFSET` names.
    fileprivate func clockLibrary() async throws -> String {
        let source = """
            #include <stdio.h>
            #include <stdlib.h>
            #include <sys/syscall.h>
            #include <time.h>
            #include <unistd.h>
            int clock_gettime(clockid_t clock, struct timespec *now) {
                long seconds = 0;
                int status = syscall(SYS_clock_gettime, clock, now);
                FILE *file = clock == CLOCK_REALTIME ? fopen(getenv("CLOCK_OFFSET"), "re") : NULL;
                if (file) {
                    if (fscanf(file, "%ld", &seconds) == 1) now->tv_sec += seconds;
                    fclose(file);
                }
                return status;
            }

            """
        let file = try folder.write(source, to: "clock.c", mode: 0o644)
        let library = folder.path("clock.so")
        let made = try await program(["/usr/bin/cc", "-shared", "-fPIC", "-O1", "-o", library, file]).run()
        guard made.status == 0 else { throw RigError("cc: \(made.err)") }
        return library
    }
}
