import AccountModel
import AccountStore
import Glibc
import Prompters
import SecretBytes
import Testing

@Suite("Dialogs for a passphrase")
struct PassphraseDialogTests {
    private let opening = PassphraseQuestion(.opening, path: "/home/alice/.local/share/acctstore/vault")
    private let setting = PassphraseQuestion(.setting, path: "/home/alice/.local/share/acctstore/vault")

    private func text(_ secret: SharedSecret) -> String {
        secret.withSpan { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }

    /// What comes of a question that pinentry answers by shell commands, `$n` being the number of the question.
    private func outcome(
        _ reply: String, _ question: PassphraseQuestion, silence: Duration = .seconds(60)
    ) async throws -> (Result<String, PassphraseRefusal>, log: [String]) {
        let double = try PinentryDouble([], fault: ("GETPIN*", "n=$((n+1)); \(reply)"))
        let prompter = PersonPrompter(environment: ["PATH": "\(double.folder):/usr/bin:/bin"])
        do throws(PassphraseRefusal) {
            return (.success(text(try await prompter.passphrase(question, of: .atDesktop()))), double.log)
        } catch {
            return (.failure(error), double.log)
        }
    }

    @Test("what is typed comes out byte for byte, over several lines too")
    func exact() async throws {
        let (typed, log) = try await outcome(
            "echo 'D 50%25 %C3%A9'; echo 'S BUTTON_INFO x'; echo 'D  end'; echo OK", opening)
        #expect(typed == .success("50% é end"))
        #expect(log.contains { $0.hasPrefix("SETDESC /home/alice/bin/nightly needs the vault /home/alice/") })
        #expect(!log.contains { $0.hasPrefix("SETREPEAT") || $0.hasPrefix("SETERROR") })
    }

    @Test("a complaint is shown")
    func complaint() async throws {
        var again = opening
        again.complaint = "That was another passphrase."
        let (_, log) = try await outcome("echo 'D x'; echo OK", again)
        #expect(log.contains("SETERROR That was another passphrase."))
    }

    @Test(
        "only OK gives one: a pressed Cancel is a no, and what fails asked nobody",
        arguments: [
            ("echo 'ERR 83886179 Operation cancelled <Pinentry>'", true), ("exit 0", false), ("kill -KILL $$", false),
            ("echo 'D x'; exit 0", false), ("echo 'ERR 83886142 Timeout'", false), ("echo 'D %4'; echo OK", false),
            ("head -c 5000 /dev/zero", false), ("echo 'D x%zz'; echo OK", false),
        ])
    func refusals(_ reply: String, isDismissal: Bool) async throws {
        let (typed, _) = try await outcome(reply, opening)
        switch typed {
        case .failure(.dismissed): #expect(isDismissal)
        case .failure(.notAsked): #expect(!isDismissal)
        case .success: Issue.record("a passphrase came of it")
        }
    }

    @Test(
        "a new one is typed twice: by the program itself where it can do that, else once more, until both are the same")
    func twice() async throws {
        let (repeated, log) = try await outcome("echo 'S PIN_REPEATED'; echo 'D new'; echo OK", setting)
        #expect(repeated == .success("new"))
        #expect(log.count { $0 == "GETPIN" } == 1 && log.contains("SETREPEAT The same again:"))

        let (again, other) = try await outcome(
            "case $n in 1) echo 'D new';; 2) echo 'D mew';; *) echo 'D new';; esac; echo OK", setting)
        #expect(again == .success("new"))
        #expect(other.count { $0 == "GETPIN" } == 4 && other.contains("SETERROR The two were not the same."))
    }

    @Test("nobody is asked at a terminal that was passed, nor where there is no place")
    func places() async throws {
        let prompter = PersonPrompter(environment: [:])
        let nowhere = Caller(program: .unknown, instance: .init(rawValue: "1"), isRunning: { true })
        await #expect(throws: PassphraseRefusal.notAsked("it has no terminal")) {
            try await prompter.passphrase(opening, of: nowhere)
        }
    }

    @Test("the real pinentry-curses takes one, and a new one twice, and leaves the terminal as it was")
    func curses() async throws {
        for question in [opening, setting] {
            let pty = try Pty()
            let modes = pty.modes
            let own = AskingPlace.OwnTerminal(descriptor: pty.program, type: "xterm", locale: "C.UTF-8")
            let caller = Caller(
                program: .script("/home/alice/bin/nightly"), instance: .init(rawValue: "1"), isRunning: { true },
                place: { .ownTerminal(own) })
            let asking = Task {
                try await PersonPrompter(environment: ["PATH": "/usr/bin:/bin"]).passphrase(question, of: caller)
            }
            let shown = try await pty.shown(until: "<Cancel>")
            #expect(shown.contains("needs the vault") == (question == opening))
            pty.type("s3cret\r")
            if question == setting {
                // It does not have it repeated by itself.
                let again = try await pty.shown(until: "The same again:")
                if !again.contains("<Cancel>") { _ = try await pty.shown(until: "<Cancel>") }
                pty.type("s3cret\r")
            }
            #expect(text(try await asking.value) == "s3cret")
            #expect(pty.modes == modes)
        }
    }
}
