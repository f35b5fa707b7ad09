import AccountModel
import AccountStore
import Prompters
import Synchronization
import Testing

@Suite("Asking on a terminal")
struct TerminalPrompterTests {
    let pty: Pty
    let prompter = PersonPrompter(environment: [:], silence: .seconds(120))

    init() throws {
        pty = try Pty()
    }

    @Test("The question names the program, what it wants and the account, and offers the words that count")
    func question() async throws {
        async let answer = prompter.ask(.about(), of: caller())
        let shown = try await pty.shown(until: "no: ")
        #expect(
            shown == """
                /home/alice/bin/nightly wants to read and post as @alice (2, twitter).\r
                Allow? yes (always), once, no: 
                """)
        pty.type("yes\n")
        #expect(try await answer == .always)
    }

    @Test(
        "Only the words count, in any case and with blanks round them",
        arguments: [
            ("yes", AccessAnswer.always), ("  YES \t", .always), ("once", .once), ("Once", .once), ("no", .no),
            (" nO", .no), ("", .unanswered),
        ])
    func words(typed: String, meaning: AccessAnswer) async throws {
        let modes = pty.modes
        async let answer = prompter.ask(.about(), of: caller())
        _ = try await pty.shown(until: "no: ")
        pty.type(typed + "\n")
        #expect(try await answer == meaning)
        #expect(pty.modes == modes)
    }

    @Test(
        "What else is typed is no answer, and the refusal repeats it, made visible and cut, with the words that count",
        arguments: [
            ("y", "y"), ("always", "always"), (" yes  please", "yes please"), ("yes no", "yes no"), ("ja", "ja"),
            ("\u{1B}[Ayes", #"\u{1B}[Ayes"#), ("ｙｅｓ", "ｙｅｓ"),
            (String(repeating: "yes", count: 60), "yesyesyesyesyesy…syesyesyesyesye"),
        ])
    func otherWords(typed: String, shown: String) async throws {
        let asking = Task { try await prompter.ask(.about(), of: caller()) }
        _ = try await pty.shown(until: "no: ")
        pty.type(typed + "\n")
        let reason = "`\(shown)` is not offered here: answer yes, once or no"
        await #expect(throws: PrompterError(reason, wasShown: true)) { try await asking.value }
    }

    @Test("A word that was not offered is no answer")
    func offeredOnly() async throws {
        let asking = Task { try await prompter.ask(.about(.unknown, answers: [.once, .no]), of: caller()) }
        let shown = try await pty.shown(until: ": ")
        #expect(
            shown == "An unknown program wants to read and post as @alice (2, twitter).\r\nAllow? once, no: ")
        pty.type("yes\n")
        await #expect(throws: PrompterError("`yes` is not offered here: answer once or no", wasShown: true)) {
            try await asking.value
        }
    }

    @Test("The end of input is no answer, also in the middle of a word")
    func endOfInput() async throws {
        for typed in ["\u{4}", "yes\u{4}\u{4}"] {
            async let answer = prompter.ask(.about(), of: caller())
            _ = try await pty.shown(until: "no: ")
            pty.type(typed)
            #expect(try await answer == .unanswered)
        }
    }

    @Test("What was typed before the question does not answer it")
    func typeAhead() async throws {
        pty.type("yes\nyes")
        _ = try await pty.shown(until: "yes\r\nyes")
        async let answer = prompter.ask(.about(), of: caller())
        _ = try await pty.shown(until: "no: ")
        pty.type("no\n")
        #expect(try await answer == .no)
    }

    @Test("Silence is no answer, and leaves the modes as they were")
    func silence() async throws {
        let modes = pty.modes
        let hasty = PersonPrompter(environment: [:], silence: .seconds(1))
        #expect(try await hasty.ask(.about(), of: caller()) == .unanswered)
        #expect(pty.modes == modes)
        #expect(try await pty.shown(until: "no: \r\n").hasSuffix("no: \r\n"))
    }

    @Test("A terminal in raw mode is read as it is")
    func rawMode() async throws {
        pty.setRaw()
        let modes = pty.modes
        async let answer = prompter.ask(.about(), of: caller())
        _ = try await pty.shown(until: "no: ")
        pty.type("once\r")
        #expect(try await answer == .once)
        #expect(pty.modes == modes)
    }

    @Test("A question ends with the task that asked")
    func cancelled() async throws {
        let asking = Task { try await prompter.ask(.about(), of: caller()) }
        _ = try await pty.shown(until: "no: ")
        asking.cancel()
        #expect(try await asking.value == .unanswered)
    }

    @Test("A question is withdrawn once the keys reach another program")
    func background() async throws {
        let flag = Flag()
        let asking = Task { try await prompter.ask(.about(), of: caller { flag.value.withLock { $0 } }) }
        _ = try await pty.shown(until: "no: ")
        flag.value.withLock { $0 = false }
        #expect(try await asking.value == .unanswered)
    }

    @Test("A terminal that is gone is no answer, or no way to ask")
    func hungUp() async throws {
        let gone = try Pty()
        let terminal = gone.program
        let caller = Caller(
            program: .unknown, instance: .init(rawValue: "1"), isRunning: { true },
            place: { .passedTerminal(terminal) })
        let asking = Task { try await prompter.ask(.about(), of: caller) }
        _ = try await gone.shown(until: "no: ")
        gone.hangUp()
        #expect(try await asking.value == .unanswered)
    }

    @Test("Two questions on one terminal stand there one after the other")
    func turns() async throws {
        let first = Task { try await prompter.ask(.about(), of: caller()) }
        _ = try await pty.shown(until: "no: ")
        let second = Task { try await prompter.ask(.about(.cron), of: caller()) }
        await Task.yield()
        pty.type("no\n")
        #expect(try await first.value == .no)
        let shown = try await pty.shown(until: "no: ")
        #expect(shown.contains("cron wants to"))
        pty.type("once\n")
        #expect(try await second.value == .once)
    }

    @Test("Where the person may not be asked, the reason is told")
    func noWay() async {
        var forbidden = caller()
        forbidden.place = { .nowhere(because: "it wants no questions asked (--no-prompt, or interactive=false)") }
        await #expect(throws: PrompterError("it wants no questions asked (--no-prompt, or interactive=false)")) {
            try await prompter.ask(.about(), of: forbidden)
        }
    }

    private func caller(isInForeground: @escaping @Sendable () -> Bool = { true }) -> Caller {
        let terminal = pty.program
        return Caller(
            program: .script("/home/alice/bin/nightly"), instance: .init(rawValue: "1"), isRunning: { true },
            place: { .passedTerminal(terminal) }, isInForeground: isInForeground)
    }

    private final class Flag: Sendable {
        let value = Mutex(true)
    }
}
