import Glibc
import TestRig
import Testing

/// A signal while a request is under way ends the command at once, with its status, and leaves the terminal as it was.
@Suite("Signals during a request")
struct RequestSignalTests {
    private static let commands = [
        "acctstore timeline", "acctstore view 7", "acctstore post x", "acctstore unpost 7 --yes",
        "acctstore request GET /1.1/x.json", "acctstore verify 1",
    ]

    @Test(
        "interrupted or terminated: at once, with the signal's status, and the request was sent once",
        arguments: commands)
    func ended(_ command: String) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let mode = try await terminal.mode()
            for signal in SentSignal.allCases {
                try await rig.server.reset()
                try await rig.server.add(slow(80))
                let running = try await terminal.begin(command)
                while try await rig.server.log().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
                let start = ContinuousClock.now
                try signal.send(to: terminal)
                let ended = try await running.finish()
                #expect(ended.status == signal.status && ended.out == "", "\(ended)")
                #expect(start.duration(to: .now) < .seconds(40))
                #expect(try await terminal.mode() == mode)
                #expect(try await rig.server.log().count == 1)
            }
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    @Test("stopped and continued: it goes on where it was, and the request is sent once")
    func stopped() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let mode = try await terminal.mode()
            try await rig.server.add(slow(2))
            let posting = try await terminal.begin("acctstore post x")
            try await eventually("the request") { posting.err.contains("as @alice") }
            try terminal.type("\u{1A}")
            #expect(try await posting.finish().status == 128 + SIGTSTP)
            #expect(try await terminal.mode() == mode)
            #expect(try await terminal.beginOnScreen("fg").finish().status == 0)
            #expect(try await rig.server.posts().map(\.text) == ["x"])
            #expect(try await rig.server.log().count { $0.path == "/1.1/statuses/update.json" } == 1)
        }
    }

    @Test("a signal that only says that a reader is gone changes nothing")
    func pipe() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.add(slow(1))
            let posting = try await terminal.begin("acctstore post x")
            try await eventually("the request") { posting.err.contains("as @alice") }
            terminal.sendToForeground(signal: SIGPIPE)
            expectSuccess(try await posting.finish())
        }
    }

    private func slow(_ seconds: Double) -> Fault {
        var fault = Fault(path: "/1.1/*")
        fault.delay = seconds
        return fault
    }
}
