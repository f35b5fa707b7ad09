import Glibc
import TestRig
import Testing

/// Calls that wait: for the person, for a service; and those that end them.
@Suite("A call of the library that waits")
struct LibraryWaitingTests {
    private static let prompt = "Allow? yes (always), once, no: "

    @Test("asks on the terminal that the program passes; the answer is told and remembered")
    func asks() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig, granted: nil)
            let asking = try await caller.terminal.begin(caller.asking(""))
            try await caller.terminal.waitFor("\(caller.path) wants to read and post as @alice (1, local).")
            try await caller.terminal.waitFor(Self.prompt)
            try caller.terminal.type("yes\n")
            expectSuccess(try await asking.finish(), prints: "granted 1\n")
            expectSuccess(try await caller.run("access", "local", "-", "3"), prints: "granted 1\n")
            expectSuccess(try await caller.run("sign", caller.account, "GET", caller.url))
        }
    }

    @Test("a no is an answer and no error")
    func denied() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig, granted: nil)
            let asking = try await caller.terminal.begin(caller.asking(""))
            try await caller.terminal.waitFor(Self.prompt)
            try caller.terminal.type("no\n")
            expectSuccess(try await asking.finish(), prints: "granted 0\n")
        }
    }

    @Test("cancelled from another thread it ends at once, the question goes away, and the next one is asked anew")
    func cancelled() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig, granted: nil)
            let asking = try await caller.terminal.begin(caller.asking("--cancellable"))
            try await caller.terminal.waitFor(Self.prompt)
            caller.terminal.sendToForeground(signal: SIGUSR1)
            let ended = try await asking.finish()
            #expect(ended.status == LibraryCode.cancelled)
            #expect(ended.out.hasPrefix("granted 0\nerror 14 org.acctstore.Error.Cancelled\n"), "\(ended.out)")
            try await isAskedAnew(caller)
        }
    }

    @Test("that takes longer than its time-out ends, the question goes away, and the next one is asked anew")
    func timedOut() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig, granted: nil)
            let ended = try await caller.terminal.run(caller.asking("--timeout 1500"))
            #expect(ended.status == LibraryCode.timedOut)
            #expect(ended.out.contains("longer than 1.5 s"), "\(ended.out)")
            try await isAskedAnew(caller)
        }
    }

    private func isAskedAnew(_ caller: LibraryCaller) async throws {
        let again = try await caller.terminal.begin(caller.asking(""))
        try await caller.terminal.waitFor(Self.prompt)
        try caller.terminal.type("yes\n")
        expectSuccess(try await again.finish(), prints: "granted 1\n")
    }

    @Test("without a question it does not ask, and says how to be granted")
    func noQuestions() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig, granted: nil)
            let refused = try await caller.terminal.run(
                "\(caller.path) --terminal --quiet sign \(caller.account) GET \(caller.url)")
            #expect(refused.status == LibraryCode.accessDenied)
            #expect(refused.out.hasSuffix("\nacctstore grant \(caller.path) 1\n"), "\(refused.out)")
            #expect(!caller.terminal.screen.contains("Allow?"))
        }
    }

    @Test(
        "for a service: cancelled or timed out, a read says so, and a write that its outcome is unknown",
        arguments: [
            ("GET", "--cancellable", LibraryCode.cancelled), ("POST", "--cancellable", LibraryCode.outcomeUnknown),
            ("GET", "--timeout 3000", LibraryCode.timedOut), ("POST", "--timeout 3000", LibraryCode.outcomeUnknown),
        ])
    func service(method: String, option: String, code: Int32) async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            var slowness = Fault(times: 1)
            slowness.delay = 120
            try await rig.server.add(slowness)
            let received = try await rig.server.log().count
            let options = option.split(separator: " ").map(String.init)
            let running = try rig.program(
                [caller.path] + options + ["perform", caller.account, method, caller.url]
            ).start()
            if option == "--cancellable" {
                try await rig.waitForRequests(received + 1)
                running.send(signal: SIGUSR1)
            }
            let ended = try await running.finish()
            #expect(ended.status == code, "\(ended.out)")
            // The handle and the agent are as good as before.
            expectSuccess(try await caller.run("perform", caller.account, "GET", caller.url))
        }
    }

    @Test("cancelled before it begins, nothing is sent")
    func cancelledBefore() async throws {
        try await withRig { rig in
            let caller = try await LibraryCaller(in: rig)
            let program = try await caller.program("cancelled")
            let received = try await rig.server.log().count
            expectSuccess(
                try await rig.program([program, caller.account, caller.url]).run(), prints: "nothing was sent\n")
            #expect(try await rig.server.log().count == received)
        }
    }
}

extension LibraryCaller {
    /// The command that asks for reading and writing on the terminal.
    fileprivate func asking(_ options: String) -> String {
        "\(path) --terminal \(options) access local \(account) 3"
    }
}
