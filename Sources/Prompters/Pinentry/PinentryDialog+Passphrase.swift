import AccountModel
import AccountStore
import SecretBytes

extension PinentryDialog {
    /// Has a passphrase typed; a new one twice. `nil` where the person dismissed the dialog, or nobody wants it any more.
    mutating func passphrase(_ text: PassphraseText) -> Result<SharedSecret?, PrompterError> {
        let isNew = text.question.purpose == .setting
        var complaint = text.complaint
        while true {
            let first: SharedSecret
            switch typed(text.prompt, text, complaint, isRepeated: isNew) {
            case .failure(let error): return .failure(error)
            case .success(nil): return .success(nil)
            case .success(let typed?):
                if !isNew || typed.isRepeated { return .success(typed.secret) }
                first = typed.secret
            }
            // A program that does not have it repeated by itself.
            switch typed("The same again:", text, nil, isRepeated: false) {
            case .failure(let error): return .failure(error)
            case .success(nil): return .success(nil)
            case .success(let second?):
                if first.isSame(as: second.secret) { return .success(first) }
                complaint = PinentryDialog.mismatch
            }
        }
    }

    private static let mismatch = "The two were not the same."

    private struct Typed {
        var secret: SharedSecret
        /// Whether the program itself had it typed twice.
        var isRepeated: Bool
    }

    private mutating func typed(
        _ prompt: String, _ text: PassphraseText, _ complaint: String?, isRepeated: Bool
    ) -> Result<Typed?, PrompterError> {
        var settings = [
            ("SETDESC", text.description), ("SETPROMPT", prompt), ("SETOK", "_OK"), ("SETCANCEL", "_Cancel"),
        ]
        if let complaint { settings.append(("SETERROR", complaint)) }
        do throws(Trouble) {
            try beginStep(settings)
            // Old programs know neither, and are asked twice.
            if isRepeated {
                try offer([("SETREPEATERROR", PinentryDialog.mismatch), ("SETREPEAT", "The same again:")])
            }
        } catch {
            return PinentryDialog.outcome(of: error).map { _ in nil }
        }
        let reply = channel.secret("GETPIN", until: answerEnd)
        switch reply {
        case .ok(let secret, let isRepeated):
            isDone = true
            return .success(Typed(secret: secret, isRepeated: isRepeated))
        case .other(.error(let code, let words)):
            isDone = true
            return refusal(code, words).map { .failure($0) } ?? .success(nil)
        case .other(.timedOut): return .failure(.silence)
        case .other(.ended), .other(.ok): return isWanted() ? .failure(.endedEarly) : .success(nil)
        case .other(.withdrawn): return .success(nil)
        }
    }

    /// Says what a program may not know.
    private mutating func offer(_ settings: [(command: String, words: String)]) throws(Trouble) {
        for (command, words) in settings {
            switch channel.command("\(command) \(words)", until: .now + .seconds(10)) {
            case .ok, .error: continue
            case .withdrawn: throw .withdrawn
            case .ended, .timedOut: throw .endedEarly
            }
        }
    }
}
