import AccountModel
import AccountStore
import Glibc
import Prompters
import Synchronization
import Testing

/// The real pinentry-curses in a pty.
@Suite("pinentry-curses")
struct CursesPinentryTests {
    private let pty: Pty

    init() throws {
        pty = try Pty()
    }

    private func prompter(silence: Duration = .seconds(60)) -> PersonPrompter {
        PersonPrompter(environment: ["PATH": "/usr/bin:/bin"], silence: silence)
    }

    private func caller(locale: String = "C.UTF-8", isInForeground: @escaping @Sendable () -> Bool = { true }) -> Caller
    {
        let own = AskingPlace.OwnTerminal(descriptor: pty.program, type: "xterm", locale: locale)
        return Caller(
            program: .script("/home/alice/bin/nightly"), instance: .init(rawValue: "1"),
            provenance: Provenance(["nightly", "é"]), isRunning: { true }, place: { .ownTerminal(own) },
            isInForeground: isInForeground)
    }

    @Test("Silence refuses, says so, and leaves the terminal as it was")
    func silence() async throws {
        let modes = pty.modes
        let asking = Task { try await prompter(silence: .seconds(2)).ask(.about(), of: caller()) }
        _ = try await pty.shown(until: "\u{1B}[?1049l")
        await #expect(throws: PrompterError("nobody answered the question in time", wasShown: true)) {
            try await asking.value
        }
        #expect(pty.modes == modes)
    }

    @Test("A program that is put into the background takes its dialog with it")
    func background() async throws {
        let modes = pty.modes
        let isInForeground = Mutex(true)
        let caller = caller { isInForeground.withLock { $0 } }
        let asking = Task { try await prompter().ask(.about(), of: caller) }
        _ = try await pty.shown(until: "<Deny>")
        #expect(pty.modes != modes)
        isInForeground.withLock { $0 = false }
        #expect(try await asking.value == .unanswered)
        #expect(pty.modes == modes)
    }

    @Test("What the terminal's encoding has no letters for is written out", arguments: ["C.UTF-8", "C"])
    func encodings(_ locale: String) async throws {
        let asking = Task { try await prompter().ask(.about(), of: caller(locale: locale)) }
        let shown = try await pty.shown(until: "<Deny>")
        #expect(shown.contains(locale == "C" ? #"nightly <- \u{E9}"# : "nightly ← é"))
        pty.type("\t\r")
        #expect(try await asking.value == .no)
    }
}
