import AccountModel
import FoundationEssentials

/// Turns an answer that is no success into one line with the cause and the next step, and the right exit status.
struct AnswerInterpreter {
    /// What a request does, on which depends what may be concluded from its failure.
    enum Purpose {
        /// Nothing changes at the service: it can be asked again.
        case read
        /// Something may have been done that everybody sees.
        case write
    }

    /// An answer whose body has been read as far as it came.
    struct Answer {
        var status: Int
        var headers: [HeaderField]
        var fault: ServiceFault
    }

    let actor: ServiceActor
    /// Of the service, for the person.
    let host: String
    let purpose: Purpose
    let now: Date

    func error(for answer: Answer) -> BrokerError {
        if answer.fault.code == TwitterCode.clockDrift { return wrongClock(answer) }
        if answer.fault.code == TwitterCode.invalidToken { return credentialRejected(answer) }
        switch answer.status {
        case 200..<300: return purpose == .write ? outcomeUnknown(answer) : nonsense(answer)
        case 401: return credentialRejected(answer)
        case 420, 429: return tryLater(answer)
        case 500...: return purpose == .write ? outcomeUnknown(answer) : serverTrouble(answer)
        default: return refused(answer)
        }
    }

    // MARK: - The kinds of trouble

    private func wrongClock(_ answer: Answer) -> BrokerError {
        let drift = ClockDrift.words(for: answer.headers, now: now).map { "this machine's clock is \($0)" }
        return BrokerError(
            .serviceRefused,
            "\(host) refused the request of \(actor.label): \(drift ?? "this machine's clock is wrong") "
                + reference(answer),
            nextStep: "set the clock: timedatectl set-ntp true")
    }

    private func credentialRejected(_ answer: Answer) -> BrokerError {
        BrokerError(
            .credentialRejected, "\(host) does not accept the log-in of \(actor.label)" + reason(answer),
            nextStep: logInCommand)
    }

    private func tryLater(_ answer: Answer) -> BrokerError {
        let wait = RateLimit.secondsToWait(answer.headers, now: now)
        return BrokerError(
            .tryLater, "\(host) takes no more requests of \(actor.label) for now" + reason(answer),
            nextStep: wait.map { "try again in \($0) seconds" } ?? "try again later")
    }

    private func serverTrouble(_ answer: Answer) -> BrokerError {
        let trouble = "\(host) cannot answer" + reason(answer)
        guard answer.status == 503 else { return BrokerError(.serviceRefused, trouble) }
        let wait = RateLimit.secondsToWait(answer.headers, now: now)
        return BrokerError(.tryLater, trouble, nextStep: wait.map { "try again in \($0) seconds" } ?? "try again later")
    }

    private func nonsense(_ answer: Answer) -> BrokerError {
        BrokerError(.serviceRefused, "\(host) answered with something else than was asked for" + reason(answer))
    }

    private func outcomeUnknown(_ answer: Answer) -> BrokerError {
        BrokerError(
            .outcomeUnknown,
            "\(host) did not say whether it posted as \(actor.label)" + reason(answer),
            nextStep: Self.lookFirst(actor))
    }

    private func refused(_ answer: Answer) -> BrokerError {
        let what = purpose == .write ? "refused the post of" : "refused the request of"
        let doubtsLogIn = answer.fault.code.map(TwitterCode.doubtsOfLogIn.contains) ?? false
        var steps = [doubtsLogIn ? logInCommand : TwitterCode.advice(for: answer.fault.code, actor: actor)]
        if purpose == .write, answer.status == 403 {
            // A post that was too long has been refused so and was there all the same.
            steps.append("a refusal does not prove that nothing was posted: " + Self.lookFirst(actor))
        }
        let nextStep = steps.compactMap(\.self).joined(separator: "; ")
        return BrokerError(
            .serviceRefused, "\(host) \(what) \(actor.label)" + reason(answer),
            nextStep: nextStep.isEmpty ? nil : nextStep)
    }

    // MARK: - Words

    static func lookFirst(_ actor: ServiceActor) -> String {
        "look at the posts of \(actor.handle) before you try again"
    }

    /// `: Status is a duplicate (HTTP 403, code 187)`
    private func reason(_ answer: Answer) -> String {
        (answer.fault.message.map { ": \($0) " } ?? " ") + reference(answer)
    }

    private func reference(_ answer: Answer) -> String {
        "(HTTP \(answer.status)" + (answer.fault.code.map { ", code \($0))" } ?? ")")
    }

    /// A log-in of the same person at the same app puts a new token in the place of the old one.
    private var logInCommand: String? {
        guard let account = actor.account else { return nil }
        var words = ["acctstore add \(account.service)"]
        if account.app != App.defaultName { words.append("--app \(ShellWord.quoted(account.app))") }
        if let name = account.username { words.append("--user \(ShellWord.quoted(name))") }
        return words.joined(separator: " ")
    }
}
