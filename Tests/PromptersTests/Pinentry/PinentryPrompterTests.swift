import AccountModel
import AccountStore
import FoundationEssentials
import Glibc
import Prompters
import Synchronization
import Testing

@Suite("Dialogs of pinentry")
struct PinentryPrompterTests {
    private static let ok = "echo OK"
    private static let cancel = "echo 'ERR 83886179 Operation cancelled <Pinentry>'"
    private static let notOK = "echo 'ERR 83886194 Not confirmed <Pinentry>'"

    @Test(
        "Only OK is a yes: first allow or deny, then always or this once",
        arguments: [
            ([ok, ok], .always), ([ok, notOK], .once), ([notOK], .no),
            (["echo 'S BUTTON_INFO close'; echo '# words'; echo OK", ok], .always),
            (["echo 'OKAY'; echo 'S OK'; \(notOK)"], .no),
        ] as [([String], AccessAnswer)])
    func answers(_ replies: [String], _ answer: AccessAnswer) async throws {
        for flavor in ["gtk2", "qt", "gnome3", nil] {
            let double = try PinentryDouble(replies, flavor: flavor)
            #expect(try await double.prompter.ask(.about(), of: .atDesktop()) == answer)
        }
    }

    @Test(
        "With three buttons the third one, Escape and a closed window put the question off", arguments: ["gtk2", "qt"])
    func notNow(_ flavor: String) async throws {
        for replies in [[Self.cancel], [Self.ok, Self.cancel]] {
            let double = try PinentryDouble(replies, flavor: flavor)
            await #expect(throws: PrompterError("the person chose Not now", wasShown: true)) {
                try await double.prompter.ask(.about(), of: .atDesktop())
            }
            #expect(double.log.contains("SETNOTOK _Deny") && double.log.contains("SETCANCEL _Not now"))
        }
    }

    @Test(
        "With two buttons whatever closes the dialog is the other one: deny, or only this time",
        arguments: ["gnome3", "gnome3:x", "tqt", nil])
    func twoButtons(_ flavor: String?) async throws {
        for (replies, answer) in [([Self.cancel], .no), ([Self.ok, Self.cancel], .once)] as [([String], AccessAnswer)] {
            let double = try PinentryDouble(replies, flavor: flavor)
            #expect(try await double.prompter.ask(.about(), of: .atDesktop()) == answer)
            #expect(!double.log.contains { $0.hasPrefix("SETNOTOK") } && double.log.contains("SETCANCEL _Deny"))
        }
    }

    @Test("Where a no is one to this request alone there are two buttons")
    func noThirdButton() async throws {
        let double = try PinentryDouble([Self.cancel])
        #expect(try await double.prompter.ask(.about(answers: [.once, .no]), of: .atDesktop()) == .no)
        #expect(!double.log.contains { $0.hasPrefix("SETNOTOK") })
    }

    @Test("What cannot be remembered has one step")
    func oneStep() async throws {
        let double = try PinentryDouble([Self.ok])
        let question = AccessQuestion.about(.unknown, answers: [.once, .no])
        #expect(try await double.prompter.ask(question, of: .atDesktop()) == .once)
        #expect(double.log.count { $0 == "CONFIRM" } == 1)
    }

    @Test(
        "A dialog that dies, fails or waits too long is no yes and no remembered no, in either step",
        arguments: [
            "exit 0", "kill -KILL $$", "echo 'ERR 83886142 Timeout'", "exec sleep 600 >&- 2>&-",
            "head -c 5000 /dev/zero", "echo 'ERR'", "echo 'ERR 83918929 no such terminal'", "exec sleep 600",
        ])
    func failures(_ reply: String) async throws {
        for replies in [[reply], [Self.ok, reply]] {
            let double = try PinentryDouble(replies)
            await #expect(throws: PrompterError.self) {
                try await double.prompter(silence: .seconds(1)).ask(.about(), of: .atDesktop())
            }
        }
    }

    @Test(
        "An OK too many answers no question",
        arguments: ["SETTITLE*", "SETDESC*", "SETTIMEOUT*"],
        ["echo OK; echo OK", "printf 'OK\\nOK\\n'", "echo OK; sleep 0.05; echo OK"])
    func oneTooMany(_ pattern: String, _ reply: String) async throws {
        for flavor in ["gtk2", nil] {
            let double = try PinentryDouble(["exec sleep 600"], flavor: flavor, fault: (pattern, reply))
            await #expect(throws: PrompterError.self) { try await double.prompter.ask(.about(), of: .atDesktop()) }
        }
        let double = try PinentryDouble([reply, "exec sleep 600"])
        await #expect(throws: PrompterError.self) { try await double.prompter.ask(.about(), of: .atDesktop()) }
    }

    @Test("A terminal's type or locale with commands in it gets no dialog", arguments: ["xterm", "C.UTF-8"])
    func commandsInNames(_ name: String) async throws {
        let pty = try Pty()
        for control in ["\n", "\r", "\0", "\u{7F}"] {
            let bad = "\(name)\(control)SETTITLE\(control)SETTITLE"
            let own = AskingPlace.OwnTerminal(
                descriptor: pty.program, type: name == "xterm" ? bad : "xterm", locale: name == "xterm" ? nil : bad)
            let caller = Caller(
                program: .script("/home/alice/bin/nightly"), instance: .init(rawValue: "1"), isRunning: { true },
                place: { .ownTerminal(own) })
            let double = try PinentryDouble(["echo OK", "echo OK"], as: "pinentry-curses", flavor: "curses")
            await #expect(throws: PrompterError.self) { try await double.only.ask(.about(), of: caller) }
            #expect(!double.log.contains("CONFIRM"))
        }
    }

    @Test(
        "A terminal that can show no dialog is not asked on: Enter would answer what nobody can read",
        arguments: [nil, "dumb"])
    func plainTerminal(_ type: String?) async throws {
        let pty = try Pty()
        let own = AskingPlace.OwnTerminal(descriptor: pty.program, type: type, locale: nil)
        let caller = Caller(
            program: .script("/home/alice/bin/nightly"), instance: .init(rawValue: "1"), isRunning: { true },
            place: { .ownTerminal(own) })
        let double = try PinentryDouble([Self.ok, Self.ok], as: "pinentry-curses", flavor: "curses")
        await #expect(throws: PrompterError.self) { try await double.only.ask(.about(), of: caller) }
        #expect(double.log.isEmpty)
    }

    @Test("A dialog that waits for its terminal holds up no dialog on a desktop")
    func busyTerminal() async throws {
        let (pty, double) = (try Pty(), try PinentryDouble([Self.notOK]))
        let prompter = PersonPrompter(environment: ["PATH": "\(double.folder):/usr/bin:/bin"])
        func caller(at place: AskingPlace, _ lookedUp: @escaping @Sendable () -> Void = {}) -> Caller {
            Caller(
                program: .script("/home/alice/bin/nightly"), instance: .init(rawValue: "1"), isRunning: { true },
                place: {
                    lookedUp()
                    return place
                })
        }
        async let typed = prompter.ask(.about(), of: caller(at: .passedTerminal(pty.program)))
        _ = try await pty.shown(until: "no: ")
        let (looks, looked) = AsyncStream<Void>.makeStream()
        let own = AskingPlace.OwnTerminal(descriptor: pty.program, type: "xterm", locale: nil)
        let waiting = Task { try await prompter.ask(.about(), of: caller(at: .ownTerminal(own)) { looked.yield() }) }
        for await _ in looks { break }
        // Time to reach the turn that it waits for.
        try await Task.sleep(for: .milliseconds(200))
        #expect(try await prompter.ask(.about(), of: .atDesktop()) == .no)
        waiting.cancel()
        pty.type("once\n")
        #expect(try await typed == .once, "it is still asked")
        _ = try? await waiting.value
    }

    @Test("What a dialog left behind ends with it")
    func leftBehind() async throws {
        let double = try PinentryDouble(["sleep 600 >&- 2>&- <&- & echo $! >\"${0%/*}/left\"; \(Self.notOK)"])
        #expect(try await double.prompter.ask(.about(), of: .atDesktop()) == .no)
        let left = try #require(double.text("left").flatMap { Int32($0.filter(\.isNumber)) })
        let limit = ContinuousClock.now + .seconds(60)
        while isAlive(left), .now < limit { try await Task.sleep(for: .milliseconds(5)) }
        #expect(!isAlive(left))
    }

    @Test("A program that no longer waits takes its dialog with it, one that ignores SIGTERM too")
    func withdrawn() async throws {
        let double = try PinentryDouble(["trap '' TERM; while :; do sleep 1; done"])
        let isRunning = Mutex(true)
        let caller = Caller.atDesktop { isRunning.withLock { $0 } }
        let asking = Task { try await double.prompter.ask(.about(), of: caller) }
        let process = try await double.process()
        isRunning.withLock { $0 = false }
        #expect(try await asking.value == .unanswered)
        #expect(kill(process, 0) != 0)

        let other = try PinentryDouble(["exec sleep 600"])
        let cancelled = Task { try await other.prompter.ask(.about(), of: .atDesktop()) }
        _ = try await other.process()
        cancelled.cancel()
        #expect(try await cancelled.value == .unanswered)
    }

    @Test("One dialog stands there at a time")
    func oneAtATime() async throws {
        let double = try PinentryDouble([
            "mkdir \"${0%/*}/busy\" && sleep 0.2 && rmdir \"${0%/*}/busy\" && \(Self.notOK)"
        ])
        let prompter = double.prompter
        try await withThrowingTaskGroup(of: AccessAnswer.self) { group in
            for _ in 1...5 { group.addTask { try await prompter.ask(.about(), of: .atDesktop()) } }
            for try await answer in group { #expect(answer == .no) }
        }
    }

    @Test("It gets the caller's display and little else")
    func environment() async throws {
        let double = try PinentryDouble([Self.notOK])
        _ = try await double.prompter.ask(.about(), of: .atDesktop())
        let variables = try #require(double.text("environment"))
        #expect(variables.contains("DISPLAY=:7"))
        #expect(!variables.contains("SECRET"))
    }

    @Test("Where no program can show it the reason is told")
    func noProgram() async throws {
        for (name, flavor) in [
            ("pinentry", nil), ("pinentry", "tty"), ("pinentry", "gtk2:tty"), ("pinentry-gtk-2", "gtk2:curses"),
        ] as [(String, String?)] {
            let double = try PinentryDouble([Self.ok, Self.ok], as: name, flavor: flavor)
            await #expect(throws: PrompterError("\(double.folder)/\(name) cannot show a dialog there")) {
                try await double.only.ask(.about(), of: .atDesktop())
            }
        }
        let bare = try PinentryDouble([], as: "other")
        await #expect(throws: PrompterError("no pinentry for a desktop is installed")) {
            try await bare.only.ask(.about(), of: .atDesktop())
        }
    }

    @Test("pinentry-tty is not run, by whatever name")
    func tty() async throws {
        let double = try PinentryDouble([Self.ok, Self.ok], as: "pinentry-tty", flavor: nil)
        unsafe symlink("pinentry-tty", "\(double.folder)/pinentry")
        unsafe symlink("pinentry-tty", "\(double.folder)/pinentry-gtk-2")
        await #expect(throws: PrompterError.self) { try await double.only.ask(.about(), of: .atDesktop()) }
        #expect(double.log.isEmpty)
    }

    @Test("A program with three buttons is preferred to one that cannot tell a closed dialog from a pressed button")
    func preferred() async throws {
        let double = try PinentryDouble([Self.notOK])
        try double.install("pinentry-gnome3", "#!/bin/sh\n: >\"${0%/*}/gnome3\"\n")
        #expect(try await double.prompter.ask(.about(), of: .atDesktop()) == .no)
        #expect(double.text("gnome3") == nil)
    }

    @Test("The next program is tried where the first one cannot")
    func nextProgram() async throws {
        let double = try PinentryDouble([Self.ok, Self.ok])
        try double.install("pinentry-qt5", "#!/bin/sh\nexit 1\n")
        try double.install("pinentry-qt", "no program at all")
        #expect(try await double.prompter.ask(.about(), of: .atDesktop()) == .always)
    }
}

/// Whether a process runs; one that is dead counts as gone before anybody reaps it.
private func isAlive(_ process: Int32) -> Bool {
    guard let stat = try? Data(contentsOf: URL(filePath: "/proc/\(process)/stat")) else { return false }
    return !String(decoding: stat, as: UTF8.self).contains(") Z ")
}

extension PinentryDouble {
    /// As ``prompter``, with nothing of the machine's own.
    var only: PersonPrompter { PersonPrompter(environment: ["PATH": folder]) }
}
