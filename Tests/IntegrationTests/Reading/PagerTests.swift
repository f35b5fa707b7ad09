import TestRig
import Testing

/// What is longer than the screen goes through a pager, and what the person does there is theirs.
@Suite("The pager")
struct PagerTests {
    private func withPosts(_ count: Int, _ body: (Rig, Terminal) async throws -> Void) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.server.seed([SeededPost("post {n}.", count: count)])
            try await body(rig, terminal)
        }
    }

    @Test("less shows a long timeline; Ctrl-C stays there, q ends it, and the terminal is as it was")
    func less() async throws {
        try await withPosts(30) { _, terminal in
            let reading = try await terminal.beginOnScreen("acctstore timeline -n 30 --color never")
            try await terminal.waitFor("post 30.")
            try await eventually("less reads keys") { !terminal.echoes }
            try terminal.type("\u{3}")
            // Ctrl-C throws away what is typed right behind it.
            try await eventually("less goes on") {
                try? terminal.type("G")
                return terminal.screen.contains("post 1.")
            }
            try terminal.type("q")
            #expect(try await reading.finish().status == 0)
            #expect(terminal.echoes)
            // Nothing was said behind it.
            #expect(!terminal.screen.contains("error:"))
        }
    }

    @Test("what fits the screen needs none, and neither does JSON in a pipe")
    func short() async throws {
        try await withPosts(30) { _, terminal in
            let pager = "PAGER='sed s/^/PAGED:/'"
            #expect(try await terminal.runOnScreen("\(pager) acctstore timeline -n 5 --color never") == 0)
            try await terminal.waitFor("post 26.")
            #expect(try await terminal.run("\(pager) acctstore timeline -n 30 --json").status == 0)
            #expect(!terminal.screen.contains("PAGED:@") && !terminal.screen.contains("PAGED:Bob"))
            #expect(try await terminal.runOnScreen("\(pager) acctstore timeline -n 30 --color never") == 0)
            try await terminal.waitFor("PAGED:  post 30.")
            try await terminal.waitFor("PAGED:  post 1.")
        }
    }

    @Test("no pager: where $PAGER is empty or cat, or a program that is not there")
    func none() async throws {
        try await withPosts(30) { _, terminal in
            for pager in ["", "cat", "no-such-pager"] {
                #expect(try await terminal.runOnScreen("PAGER=\(pager) acctstore timeline -n 30 --color never") == 0)
                try await terminal.waitFor("post 30.")
                try await terminal.waitFor("post 1.")
            }
            let command = "PAGER='no-such-pager -x' acctstore timeline -n 30 --color never"
            #expect(try await terminal.runOnScreen(command) == 74)
            try await terminal.waitFor("error: the pager did not start: no-such-pager -x")
        }
    }

    @Test("a pager that is left ends the reading at once, though the service is slow")
    func left() async throws {
        try await withPosts(30) { rig, terminal in
            var options = ServiceOptions()
            options.pageLimit = 10
            try await rig.server.set(options)
            var fault = Fault(path: "/1.1/statuses/home_timeline.json", times: 0, skip: 1)
            fault.delay = 25
            try await rig.server.add(fault)
            let reading = try await terminal.beginOnScreen("PAGER=less acctstore timeline -n 30 --color never")
            try await terminal.waitFor("post 30.")
            try await eventually("less reads keys") { !terminal.echoes }
            try terminal.type("q")
            #expect(try await reading.finish(within: .seconds(20)).status == 0)
            #expect(terminal.echoes)
            #expect(!terminal.screen.contains("error:"))
        }
    }

    @Test("an error after the first page is told when the pager has ended")
    func laterError() async throws {
        try await withPosts(30) { rig, terminal in
            var options = ServiceOptions()
            options.pageLimit = 10
            try await rig.server.set(options)
            var fault = Fault.answer(503, "<html>Over capacity</html>", type: "text/html", times: 0)
            (fault.path, fault.skip) = ("/1.1/statuses/home_timeline.json", 1)
            try await rig.server.add(fault)
            let reading = try await terminal.beginOnScreen("acctstore timeline -n 30 --color never")
            try await terminal.waitFor("post 30.")
            try await eventually("less reads keys") { !terminal.echoes }
            // It has all that there will be.
            try terminal.type("G")
            try await terminal.waitFor("(END)")
            #expect(!terminal.screen.contains("error:"))
            try terminal.type("q")
            #expect(try await reading.finish().status == 75)
            try await terminal.waitFor("error: ")
        }
    }
}
