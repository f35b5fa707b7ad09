import Glibc
import TestRig
import Testing

/// The real pinentry-curses, on the terminal of a program that passes none.
@Suite("The dialog on a terminal")
struct CursesDialogTests {
    @Test("allow, then always: remembered, and asked once")
    func always() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram()
            let modes = try await terminal.mustRun("stty -g")
            let asking = try await terminal.begin(asker)
            try await terminal.waitFor("wants to post as @alice")
            try await terminal.allow(.always)
            expectSuccess(try await asking.finish(), prints: "granted\n")
            #expect(try await terminal.mustRun("stty -g") == modes)
            for _ in 1...5 { expectSuccess(try await terminal.run(asker), prints: "granted\n") }
            try await terminal.mustRun("acctstore agent stop")
            expectSuccess(try await rig.alone(asker), prints: "granted\n")
            #expect(terminal.dialogs == 2, "two steps of one question")
            let grants = try await terminal.mustRun("acctstore grant")
            #expect(grants.split(separator: "\n").count == 1 && grants.contains(asker) && grants.contains("write"))
        }
    }

    @Test("allow, then only this time: nothing is remembered")
    func once() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram()
            for _ in 1...2 {
                let asking = try await terminal.begin(asker)
                try await terminal.allow(.once)
                expectSuccess(try await asking.finish(), prints: "granted\n")
            }
            #expect(try await rig.items("Grant").isEmpty)
        }
    }

    @Test("deny: remembered, and the program cannot ask again")
    func deny() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram()
            let modes = try await terminal.mustRun("stty -g")
            let asking = try await terminal.begin(asker)
            try await terminal.deny()
            expectSuccess(try await asking.finish(), prints: "refused\n")
            expectSuccess(try await terminal.run(asker), prints: "refused\n")
            expectSuccess(try await rig.alone(asker), prints: "refused\n")
            #expect(terminal.dialogs == 1)
            #expect(try await terminal.mustRun("acctstore grant").contains("deny"))
            #expect(try await terminal.mustRun("stty -g") == modes)
        }
    }

    @Test(
        "not now, by its button and by ^E: this request alone is refused, and the next one is asked about",
        arguments: ["\t\t\r", "\u{5}"])
    func notNow(_ keys: String) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram()
            for step in [1, 2] {
                let asking = try await terminal.begin(asker)
                try await terminal.waitFor("Deny is remembered")
                try await terminal.waitFor("<Not now>")
                if step == 2 {
                    try terminal.type(Key.enter)
                    try await terminal.waitFor("<Only this time>")
                    try await terminal.waitFor("<Not now>")
                }
                try terminal.type(keys)
                let ended = try await asking.finish()
                #expect(ended.out.contains("this time: the person chose Not now"), "\(ended)")
            }
            #expect(try await rig.items("Grant").isEmpty)
            #expect(terminal.dialogs == 3)
        }
    }

    @Test("a type of terminal or a locale with commands of the dialog's protocol in it answers nothing")
    func commandsInEnvironment() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram()
            for end in [#"\n"#, #"\r\n"#] {
                let words = "\(end)CONFIRM\(end)CONFIRM\(end)"
                let ended = try await terminal.run("TERM=$'xterm\(words)' \(asker)")
                #expect(ended.out.contains("its terminal is of no type (TERM)"), "\(ended)")
                #expect(terminal.dialogs == 0)
            }
            let asking = try await terminal.begin(#"LC_ALL=$'C.UTF-8\nCONFIRM\nCONFIRM' \#(asker)"#)
            try await terminal.waitFor("<Deny>")
            try await Task.sleep(for: .seconds(1))
            #expect(rig.dialogProcesses.count == 1, "it waits for its answer")
            try terminal.type(Key.tab + Key.enter)
            expectSuccess(try await asking.finish(), prints: "refused\n")
        }
    }

    /// A shell puts modes right after a program that was killed, and takes them over from one that ended by itself.
    @Test("a program that ends by itself while its dialog stands leaves the terminal as it was")
    func endedProgram() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram(patience: 2000)
            let modes = try await terminal.mustRun("stty -g")
            for _ in 1...3 {
                let asking = try await terminal.begin(asker)
                try await terminal.waitFor("<Deny>")
                #expect(!(try await asking.finish()).out.contains("granted"))
                try await eventually("the dialog goes") { rig.dialogProcesses.isEmpty && terminal.echoes }
                #expect(try await terminal.mustRun("stty -g") == modes)
            }
        }
    }

    @Test("a program behind timeout is asked about by its own name, and its yes is its own")
    func timeout() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram()
            let asking = try await terminal.begin("timeout 60 \(asker)")
            try await terminal.waitFor("wants to post as @alice")
            try await terminal.allow(.always)
            expectSuccess(try await asking.finish(), prints: "granted\n")
            expectSuccess(try await rig.alone(asker), prints: "granted\n")
            #expect(try await terminal.mustRun("acctstore grant").contains(asker))
        }
    }

    @Test("what was typed before the dialog, and letters and Escape in it, are no answer")
    func noAnswer() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram()
            let slow = try rig.script("slow", "#!/bin/sh\nsleep 2\n. \(asker).sh\n")
            try rig.folder.write("\(asker)\n", to: "home/bin/asker.sh")
            let asking = try await terminal.begin(slow)
            try terminal.type("\r\r\r\r")
            try await terminal.waitFor("<Deny>")
            try terminal.type("yY\u{1B}")
            try await Task.sleep(for: .seconds(1))
            #expect(rig.dialogProcesses.count == 1)
            try terminal.type(Key.tab + Key.enter)
            expectSuccess(try await asking.finish(), prints: "refused\n")
        }
    }

    @Test(
        "SIGTERM, SIGKILL and SIGHUP of pinentry are a no that is told and not remembered, and the terminal is as it was"
    )
    func killed() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram()
            let modes = try await terminal.mustRun("stty -g")
            for signal in [SIGTERM, SIGKILL, SIGHUP] {
                let asking = try await terminal.begin(asker)
                try await terminal.waitFor("<Deny>")
                kill(try await rig.dialogProcess(), signal)
                let ended = try await asking.finish()
                #expect(ended.out.contains("its dialog ended before it was answered"), "\(ended)")
                // The second screen is left.
                try await terminal.waitFor("\u{1B}[?1049l")
                #expect(try await terminal.mustRun("stty -g") == modes)
            }
            #expect(try await rig.items("Grant").isEmpty)
        }
    }

    @Test("a program that goes away takes its dialog with it", arguments: [SIGINT, SIGTERM, SIGKILL])
    func programGoes(_ signal: Int32) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram()
            let modes = try await terminal.mustRun("stty -g")
            let asking = try await terminal.begin(asker)
            try await terminal.waitFor("<Deny>")
            _ = try await rig.dialogProcess()
            terminal.sendToForeground(signal: signal)
            _ = try await asking.finish()
            try await eventually("the end of the dialog") { rig.dialogProcesses.isEmpty }
            try await terminal.waitFor("\u{1B}[?1049l")
            #expect(try await terminal.mustRun("stty -g") == modes)
            let again = try await terminal.begin(asker)
            try await terminal.deny()
            expectSuccess(try await again.finish(), prints: "refused\n")
        }
    }

    @Test("an agent that dies takes its dialog with it, and the terminal is as it was")
    func agentDies() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let modes = try await terminal.mustRun("stty -g")
            let asking = try await terminal.begin(try rig.askingProgram())
            try await terminal.waitFor("<Deny>")
            let dialog = try await rig.dialogProcess()
            for agent in RigProcesses.running(rig.agentPath) { kill(agent, SIGKILL) }
            _ = try await asking.finish()
            try await eventually("the end of the dialog") { kill(dialog, 0) != 0 }
            #expect(try await terminal.mustRun("stty -g") == modes)
        }
    }

    @Test("a terminal that closes ends its dialog, and nothing is remembered")
    func hangUp() async throws {
        try await withRig { rig in
            let person = try await rig.terminal(with: TestService.Known.alice)
            let other = try await rig.terminal()
            _ = try await other.begin(try rig.askingProgram())
            try await other.waitFor("<Deny>")
            _ = try await rig.dialogProcess()
            await other.close()
            try await eventually("the end of the dialog") { rig.dialogProcesses.isEmpty }
            #expect(try await rig.items("Grant").isEmpty)
            expectSuccess(try await person.run("acctstore list"), prints: "1  @alice  local\n")
        }
    }

    @Test(
        "where the dialog cannot be shown the reason is told, and nothing is remembered",
        arguments: ["stty rows 5 cols 20", "export TERM=no-such-terminal"])
    func cannotBeShown(_ preparation: String) async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram()
            try await terminal.mustRun(preparation)
            let modes = try await terminal.mustRun("stty -g")
            let ended = try await terminal.run(asker)
            #expect(ended.out.contains("cannot be asked about: pinentry cannot show a dialog"), "\(ended)")
            #expect(ended.out.contains("acctstore grant \(asker) 1"))
            #expect(try await terminal.mustRun("stty -g") == modes)
            #expect(try await rig.items("Grant").isEmpty)
        }
    }

    @Test("in the background nobody is asked")
    func background() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram()
            let file = rig.folder.path("background")
            try await terminal.mustRun("set +m; set -m; (\(asker) >\(file)) & wait")
            #expect(rig.folder.read("background")?.contains("does not run in the foreground") == true)
            #expect(terminal.dialogs == 0)
        }
    }

    @Test("twenty calls of one program on as many connections see one dialog")
    func twenty() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asking = try await terminal.begin(try rig.askingProgram(times: 20))
            try await terminal.allow(.once)
            expectSuccess(try await asking.finish(), prints: String(repeating: "granted\n", count: 20))
            #expect(terminal.dialogs == 2, "two steps of one question")
        }
    }

    @Test("two programs are asked about one after the other, each on its own terminal")
    func two() async throws {
        try await withRig { rig in
            let terminals = [try await rig.terminal(with: TestService.Known.alice), try await rig.terminal()]
            let first = try await terminals[0].begin(try rig.askingProgram("first"))
            try await terminals[0].waitFor("<Deny>")
            let second = try await terminals[1].begin(try rig.askingProgram("second"))
            try await Task.sleep(for: .seconds(1))
            #expect(terminals[1].dialogs == 0)
            try terminals[0].type(Key.tab + Key.enter)
            expectSuccess(try await first.finish(), prints: "refused\n")
            try await terminals[1].waitFor("second wants to post")
            try await terminals[1].deny()
            expectSuccess(try await second.finish(), prints: "refused\n")
        }
    }

    @Test("a program without a name that asks in a loop gets one question")
    func flood() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let asker = try rig.askingProgram()
            let asking = try await terminal.begin("for i in 1 2 3 4 5; do python3 - <\(asker); done")
            try await terminal.waitFor("An unknown program wants to post")
            try await terminal.deny()
            expectSuccess(try await asking.finish(), prints: String(repeating: "refused\n", count: 5))
            #expect(terminal.dialogs == 1)
            #expect(try await rig.items("Grant").isEmpty)
        }
    }
}
