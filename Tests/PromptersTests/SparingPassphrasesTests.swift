import AccountModel
import AccountStore
import Prompters
import SecretBytes
import Synchronization
import Testing

@Suite("A question for the passphrase that was dismissed")
struct SparingPassphrasesTests {
    private static let question = PassphraseQuestion(.opening, path: "/home/alice/vault")

    @Test("is not raised again for the same program for a while, and is for others")
    func pause() async {
        let dialog = DismissedDialog()
        let clock = StillClock()
        let sparing = SparingPassphrases(dialog) { clock.now }
        let (nightly, backup) = (caller(.script("/bin/nightly")), caller(.script("/bin/backup")))
        #expect(await refusal(sparing, nightly) == .dismissed)
        guard case .notAsked(let reason) = await refusal(sparing, nightly) else {
            Issue.record("it was asked again")
            return
        }
        #expect(reason == "its question was dismissed less than 30 seconds ago")
        #expect(dialog.count == 1)
        #expect(await refusal(sparing, backup) == .dismissed)
        clock.advance(by: .seconds(29))
        _ = await refusal(sparing, nightly)
        #expect(dialog.count == 2)
        clock.advance(by: .seconds(1))
        #expect(await refusal(sparing, nightly) == .dismissed)
        #expect(dialog.count == 3)
    }

    @Test("is raised each time for the person at the terminal, and once in a session for programs without a name")
    func persons() async {
        let dialog = DismissedDialog()
        let clock = StillClock()
        let sparing = SparingPassphrases(dialog) { clock.now }
        for _ in 0..<3 { #expect(await refusal(sparing, caller(.terminal)) == .dismissed) }
        #expect(dialog.count == 3)
        for instance in ["first", "second"] { _ = await refusal(sparing, caller(.unknown, instance, session: "s")) }
        #expect(dialog.count == 4)
        _ = await refusal(sparing, caller(.unknown, "third", session: "t"))
        #expect(dialog.count == 5)
    }

    @Test("that found nobody does not count")
    func notAsked() async {
        let dialog = DismissedDialog(.notAsked("it has no terminal"))
        let sparing = SparingPassphrases(dialog)
        for _ in 0..<2 { _ = await refusal(sparing, caller(.script("/bin/nightly"))) }
        #expect(dialog.count == 2)
    }

    private func caller(_ program: ProgramIdentity, _ instance: String = "1", session: String? = nil) -> Caller {
        Caller(program: program, instance: Caller.Instance(rawValue: instance), isRunning: { true }, session: session)
    }

    private func refusal(_ asking: SparingPassphrases, _ caller: Caller) async -> PassphraseRefusal? {
        do throws(PassphraseRefusal) {
            _ = try await asking.passphrase(Self.question, of: caller)
            return nil
        } catch {
            return error
        }
    }
}

/// Nobody gives a passphrase here.
private final class DismissedDialog: PassphraseAsking {
    private let calls = Mutex(0)
    private let answer: PassphraseRefusal

    init(_ answer: PassphraseRefusal = .dismissed) {
        self.answer = answer
    }

    var count: Int { calls.withLock { $0 } }

    func passphrase(_ question: PassphraseQuestion, of caller: Caller) async throws(PassphraseRefusal) -> SharedSecret {
        calls.withLock { $0 += 1 }
        throw answer
    }
}

private final class StillClock: Sendable {
    private let time = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { time.withLock { $0 } }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}
