import AccountModel
import FoundationEssentials

/// Turns an answer that is no success into one line with the cause and the next step, and the right exit status.
struct AnswerInterpreter {
    /// An answer whose body has been read as far as it came.
    struct Answer {
        var status: Int
        var headers: [HeaderField]
        var fault: ServiceFault
        /// Whether the service denies the log-in with a status of its own.
        var deniesLogIn = false
    }

    let actor: ServiceActor
    let service: Service
    /// Of the service, for the person.
    let host: String
    let attempt: Attempt
    let now: Date
    /// What the app of the actor speaks; `nil` where that is not known.
    var logInProtocol: LogInProtocol? = .oauth1

    func error(for answer: Answer) -> BrokerError {
        if answer.deniesLogIn { return credentialRejected(answer, .doubtedLogIn) }
        let trouble = Trouble(answer.fault, status: answer.status, attempt: attempt)
        switch trouble {
        case .wrongClock: return wrongClock(answer, [])
        case .invalidToken: return credentialRejected(answer, trouble)
        case .tooManyRequests where answer.status < 500 && !isSuccess(answer): return tryLater(answer)
        default: break
        }
        switch answer.status {
        case 200..<300: return attempt.isWrite ? outcomeUnknown(answer) : nonsense(answer, trouble)
        case 401: return rejected(answer, trouble)
        case 420, 429: return tryLater(answer, steps.lines(for: trouble))
        case 500...: return attempt.isWrite ? outcomeUnknown(answer) : serverTrouble(answer)
        default: return refused(answer, trouble)
        }
    }

    // MARK: - The kinds of trouble

    /// - Parameter further: what to do where the clock was not the cause.
    private func wrongClock(_ answer: Answer, _ further: [String]) -> BrokerError {
        let drift = ClockDrift.seconds(answer.headers, now: now).flatMap { abs($0) < 2 ? nil : $0 }
        return error(
            .serviceRefused,
            "\(host) refused \(deed): \(drift.map(ClockDrift.words) ?? "this machine's clock is wrong") "
                + reference(answer),
            steps.lines(for: .wrongClock) + further)
    }

    /// A 401 may be about the time of the signature without saying so.
    private func rejected(_ answer: Answer, _ trouble: Trouble) -> BrokerError {
        let drift = ClockDrift.seconds(answer.headers, now: now) ?? 0
        guard trouble == .doubtedLogIn, abs(drift) > ClockDrift.tolerance, actor != .nobody else {
            return credentialRejected(answer, trouble)
        }
        return wrongClock(answer, steps.lines(for: trouble))
    }

    private func credentialRejected(_ answer: Answer, _ trouble: Trouble) -> BrokerError {
        error(
            .credentialRejected, "\(host) does not accept the log-in behind \(deed)\(reason(answer))",
            steps.lines(for: trouble))
    }

    private func tryLater(_ answer: Answer, _ further: [String] = []) -> BrokerError {
        error(
            .tryLater, "\(host) refused \(deed) for now\(reason(answer))",
            further.isEmpty || RateLimit.secondsToWait(answer.headers, now: now) != nil
                ? [RateLimit.nextStep(answer.headers, now: now)] + further : further)
    }

    private func serverTrouble(_ answer: Answer) -> BrokerError {
        let message = "\(host) could not answer \(deed)\(reason(answer))"
        guard answer.status == 503 else { return error(.serviceRefused, message, ["try again later"]) }
        return error(.tryLater, message, [RateLimit.nextStep(answer.headers, now: now)])
    }

    /// An answer to a read that holds only errors says why; anything else is a page of somebody in between.
    private func nonsense(_ answer: Answer, _ trouble: Trouble) -> BrokerError {
        guard trouble == .other || answer.fault == ServiceFault() else { return refused(answer, trouble) }
        return error(
            .serviceRefused, "\(host) answered \(deed) with something else than was asked for\(reason(answer))", [])
    }

    private func outcomeUnknown(_ answer: Answer) -> BrokerError {
        error(
            .outcomeUnknown, "\(host) did not say whether it carried out \(deed)\(reason(answer))",
            [attempt.lookFirst(as: actor)])
    }

    private func refused(_ answer: Answer, _ trouble: Trouble) -> BrokerError {
        var lines = steps.lines(for: trouble)
        if attempt.isWrite, answer.status == 403 {
            // A post that was too long has been refused so and was there all the same.
            lines.append("a refusal does not prove that nothing was done: \(attempt.lookFirst(as: actor))")
        }
        return error(.serviceRefused, "\(host) refused \(deed)\(reason(answer))", lines)
    }

    // MARK: - Words

    private var steps: NextSteps {
        NextSteps(actor: actor, service: service, attempt: attempt, logInProtocol: logInProtocol)
    }

    /// `the post by @alice (2, twitter) through the app default`
    private var deed: String {
        let who =
            switch actor {
            case .account(let account): "\(account.label) through the app \(OneLine.visible(account.app))"
            case .app: "\(actor.label) (\(service))"
            case .nobody: "nobody (\(service), unsigned)"
            }
        return attempt.words(by: who)
    }

    private func isSuccess(_ answer: Answer) -> Bool { (200..<300).contains(answer.status) }

    /// `: Status is a duplicate (HTTP 403, code 187)`
    private func reason(_ answer: Answer) -> String {
        (answer.fault.message.map { ": \($0) " } ?? " ") + reference(answer)
    }

    private func reference(_ answer: Answer) -> String {
        let code = answer.fault.code.flatMap { $0 == answer.status ? nil : ", code \($0)" } ?? ""
        return "(HTTP \(answer.status)\(code))"
    }

    private func error(_ code: BrokerError.Code, _ message: String, _ steps: [String]) -> BrokerError {
        BrokerError(code, message, nextStep: steps.isEmpty ? nil : steps.joined(separator: "\n"))
    }
}
