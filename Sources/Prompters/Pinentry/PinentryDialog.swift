import AccountModel
import AccountStore
import Glibc

/// One question by one pinentry program, in two steps: allow or deny, then always or only this time.
///
/// Only `OK` ever means yes. Where the program has a third button, that and the closed window put the question off. A pressed button is told from all else by the error's number, never by the exit status,
/// which is 0 for everything.
struct PinentryDialog {
    /// Where the dialog is to stand.
    enum Place {
        case terminal(AskingPlace.OwnTerminal)
        case display
    }

    /// Why there was no dialog.
    enum Trouble: Error {
        /// This program cannot; another one may.
        case cannotShow(String)
        /// It ended, or fell out of step, before it was answered.
        case endedEarly
        case withdrawn
    }

    /// pinentry's own time-out comes first; this is for one that does not keep it.
    private static let grace = Duration.seconds(3)
    private static let patience = Duration.seconds(10)

    let process: PinentryProcess
    let place: Place
    /// When the last answer may come.
    let end: ContinuousClock.Instant
    let isWanted: () -> Bool
    /// Whether nothing of it stands any more.
    var isDone = false
    var channel: AssuanChannel
    /// What it said to the question what kind it is.
    private var introduction: AssuanChannel.Reply?

    init(
        _ process: PinentryProcess, at place: Place, end: ContinuousClock.Instant,
        isWanted: @escaping () -> Bool
    ) {
        self.process = process
        self.place = place
        self.end = end
        self.isWanted = isWanted
        channel = AssuanChannel(process.conversation, isWanted: isWanted)
    }

    /// What a step came to.
    private enum Step {
        case yes
        case no
        /// A closed window too, where the program can tell it from a pressed button.
        case notNow
        case outcome(Result<AccessAnswer, PrompterError>)
    }

    /// Whether the program can show the dialog at its place.
    mutating func prepare(_ program: PinentryProgram) throws(Trouble) {
        let end = ContinuousClock.now + PinentryDialog.patience
        try require(channel.reply(until: end))
        let introduction = introduce(until: end)
        self.introduction = introduction
        var flavor: String?
        switch introduction {
        case .ok(let data): flavor = data
        case .error: break
        case let other: try require(other)
        }
        guard program.canShow(onTerminal: isOnTerminal, flavor: flavor) else {
            throw .cannotShow("\(program.path) cannot show a dialog there")
        }
        for option in options {
            // An option that it does not know is no reason to do without it.
            let reply = channel.command("OPTION \(option)", until: end)
            if case .error = reply { continue }
            try require(reply)
        }
        try set("SETTITLE", "acctstore", until: end)
    }

    /// Once it is done: lets the program go by itself.
    func finish() {
        channel.sayGoodBye()
        process.waitForEnd()
    }

    /// Allow or deny, then always or only this time.
    mutating func ask(_ text: DialogText) -> Result<AccessAnswer, PrompterError> {
        let hasThirdButton = hasThirdButton(for: text)
        switch step(text.firstStep, DialogText.allow, DialogText.deny, hasThirdButton) {
        case .yes: break
        case .no: return .success(.no)
        case .notNow: return .failure(.putOff)
        case .outcome(let outcome): return outcome
        }
        guard text.question.answers.contains(.always) else { return .success(.once) }
        switch step(text.secondStep, DialogText.always, DialogText.once, hasThirdButton) {
        case .yes: return .success(.always)
        // The yes was the first step's OK. Without a third button the closed window cannot be told from a pressed `Only
        // this time`, and takes the lesser of the two.
        case .no: return .success(.once)
        case .notNow: return .failure(.putOff)
        case .outcome(let outcome): return outcome
        }
    }

    private mutating func step(
        _ description: String, _ ok: String, _ other: String, _ hasThirdButton: Bool
    ) -> Step {
        let others = hasThirdButton ? [("SETNOTOK", other), ("SETCANCEL", DialogText.notNow)] : [("SETCANCEL", other)]
        do throws(Trouble) {
            try beginStep([("SETDESC", description), ("SETOK", ok)] + others)
        } catch {
            return .outcome(PinentryDialog.outcome(of: error))
        }
        let reply = channel.command("CONFIRM", until: answerEnd)
        isDone = reply.isAnswer
        switch reply {
        case .ok: return .yes
        case .withdrawn: return .outcome(.success(.unanswered))
        case .timedOut: return .outcome(.failure(.silence))
        case .ended: return .outcome(isWanted() ? .failure(.endedEarly) : .success(.unanswered))
        case .error(let code, let words):
            if let refusal = refusal(code, words) { return .outcome(.failure(refusal)) }
            return hasThirdButton && code & 0xFFFF == ErrorCode.canceled ? .notNow : .no
        }
    }

    /// Says what the dialog is to show, and makes sure that the next answer is the one to the next command.
    mutating func beginStep(_ settings: [(command: String, words: String)]) throws(Trouble) {
        isDone = false
        flushTypedAhead()
        let soon = ContinuousClock.now + PinentryDialog.patience
        for (command, words) in settings + [("SETTIMEOUT", "\(secondsLeft)")] {
            try set(command, words, until: soon)
        }
        guard isInStep(until: soon) else { throw isWanted() ? .endedEarly : .withdrawn }
    }

    private var secondsLeft: Int { max(1, Int((end - .now).components.seconds)) }

    var answerEnd: ContinuousClock.Instant { .now + .seconds(secondsLeft) + PinentryDialog.grace }

    /// What an error means that answers a question; `nil` for a pressed button.
    func refusal(_ code: Int, _ words: String) -> PrompterError? {
        switch code & 0xFFFF {
        case ErrorCode.canceled, ErrorCode.notConfirmed: nil
        case ErrorCode.timeout: .silence
        default: PrompterError("pinentry cannot show a dialog: \(said(words, code))")
        }
    }

    private mutating func introduce(until end: ContinuousClock.Instant) -> AssuanChannel.Reply {
        channel.command("GETINFO flavor", until: end)
    }

    /// Whether the next answer is the next command's. Every `OK` looks the same, so that one too many would answer the
    /// question; the program's kind, which no other command tells, shows that none is left over.
    private mutating func isInStep(until end: ContinuousClock.Instant) -> Bool {
        introduce(until: end) == introduction && !channel.isOutOfStep
    }

    /// Of libgpg-error, the lower 16 bits of a number.
    private enum ErrorCode {
        static let timeout = 62
        static let canceled = 99
        static let notConfirmed = 114
    }

    static func outcome(of trouble: Trouble) -> Result<AccessAnswer, PrompterError> {
        switch trouble {
        case .withdrawn: .success(.unanswered)
        case .endedEarly: .failure(.endedEarly)
        case .cannotShow(let reason): .failure(PrompterError(reason))
        }
    }

    private mutating func set(_ command: String, _ words: String, until end: ContinuousClock.Instant) throws(Trouble) {
        try require(channel.command("\(command) \(words)", until: end))
    }

    private func require(_ reply: AssuanChannel.Reply) throws(Trouble) {
        switch reply {
        case .ok: return
        case .withdrawn: throw .withdrawn
        case .error(let code, let words): throw .cannotShow("pinentry refuses: \(said(words, code))")
        case .ended: throw .cannotShow("pinentry ended before it showed anything")
        case .timedOut: throw .cannotShow("pinentry does not answer")
        }
    }

    private func said(_ words: String, _ code: Int) -> String {
        words.isEmpty ? "error \(code)" : OneLine.visible(words, length: 80)
    }

    /// A no to this request alone needs no button beside it that means the same.
    private func hasThirdButton(for text: DialogText) -> Bool {
        guard text.refusalLasts, case .ok(let flavor) = introduction else { return false }
        return PinentryProgram.hasThreeButtons(flavor: flavor)
    }

    private var isOnTerminal: Bool {
        if case .terminal = place { true } else { false }
    }

    private var options: [String] {
        guard case .terminal(let own) = place else { return [] }
        // Its descriptor 3 is the very terminal that was looked at, whatever a path leads to by now.
        return ["ttyname=/dev/fd/3"] + (own.type.map { ["ttytype=\($0)"] } ?? [])
            + (own.locale.map { ["lc-ctype=\($0)", "lc-messages=C"] } ?? [])
    }

    private func flushTypedAhead() {
        if case .terminal(let own) = place { tcflush(own.descriptor.rawValue, TCIFLUSH) }
    }
}

extension PrompterError {
    static let silence = PrompterError("nobody answered the question in time", wasShown: true)
    fileprivate static let putOff = PrompterError("the person chose Not now", wasShown: true)
    static let endedEarly = PrompterError("its dialog ended before it was answered", wasShown: true)
}

extension AssuanChannel.Reply {
    var isAnswer: Bool {
        switch self {
        case .ok, .error: true
        case .ended, .timedOut, .withdrawn: false
        }
    }
}
