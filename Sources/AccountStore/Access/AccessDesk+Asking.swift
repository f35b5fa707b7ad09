import AccountModel

/// Asking.
extension AccessDesk {
    /// Whose requests wait for one answer: all of a program with a name; else of one process or connection.
    private var asker: String {
        caller.program.canBeRemembered ? caller.program.description : caller.instance.rawValue
    }

    /// Asks for what is missing once it is this program's turn, unless that is answered by then.
    func decideInTurn(_ permissions: Permissions, _ subject: AccessSubject) async throws(BrokerError) -> Decision {
        guard caller.mayAsk else { throw cannotAsk(permissions, subject, caller.cannotAskReason) }
        let arrival = ContinuousClock.now
        return try await parts.turns.take(asker) { () async throws(BrokerError) in
            // While this request waited for its turn, another of the same program may have been answered.
            let desk = AccessDesk(parts: parts, caller: caller)
            guard let missing = try await desk.missing(permissions, subject) else { return .denied }
            let isForThisUse = asksEachTime(subject)
            if missing.isEmpty && !isForThisUse { return .allowedAfterWaiting }
            if isHeldBack(subject) { return .denied }
            let asked = isForThisUse ? permissions : missing
            let canRemember = caller.program.canBeRemembered && !isForThisUse
            let question = AccessQuestion(
                program: caller.program, subject: subject.question(asked),
                answers: canRemember ? [.always, .once, .no] : [.once, .no])
            let answer = try await answer(to: question, about: subject, asked, since: arrival)
            return try await settle(answer, asked, subject, isForThisUse: isForThisUse)
        }
    }

    private func answer(
        to question: AccessQuestion, about subject: AccessSubject, _ permissions: Permissions,
        since arrival: ContinuousClock.Instant
    ) async throws(BrokerError) -> AccessAnswer {
        let shared = SharedAnswers.Question(asker: asker, question: question)
        let outcome: SharedAnswers.Outcome
        if let given = parts.answers.outcome(of: shared, since: arrival), mayShare(given, subject) {
            outcome = given
        } else {
            outcome = await ask(question)
            // A question that was withdrawn because its program went away was not answered to the others.
            if !Task.isCancelled, caller.isRunning(), outcome.isOfThePerson { parts.answers.note(outcome, to: shared) }
        }
        switch outcome {
        case .success(let answer): return answer
        case .failure(let error) where error.wasShown:
            throw .unanswered(for: caller.program, subject, for: permissions, because: error.reason)
        case .failure(let error): throw cannotAsk(permissions, subject, error.reason)
        }
    }

    private func ask(_ question: AccessQuestion) async -> SharedAnswers.Outcome {
        do throws(PrompterError) {
            return .success(try await parts.prompter.ask(question, of: caller))
        } catch {
            return .failure(error)
        }
    }

    /// A yes to one use is for that use.
    private func mayShare(_ outcome: SharedAnswers.Outcome, _ subject: AccessSubject) -> Bool {
        guard asksEachTime(subject), case .success(let answer) = outcome else { return true }
        return answer == .no || answer == .unanswered
    }

    private func settle(
        _ answer: AccessAnswer, _ permissions: Permissions, _ subject: AccessSubject, isForThisUse: Bool
    ) async throws(BrokerError) -> Decision {
        switch answer {
        case .always where caller.program.canBeRemembered && !isForThisUse:
            try await remember(.allow, permissions, subject)
        case .always, .once:
            if !isForThisUse {
                parts.onceAnswers.add(permissions, to: subject.scope, of: subject.service, for: caller)
            }
        case .no:
            try await refuse(permissions, subject, isForThisUse: isForThisUse)
            return .denied
        case .unanswered: return .unanswered
        }
        return .allowedAfterWaiting
    }

    private func refuse(
        _ permissions: Permissions, _ subject: AccessSubject, isForThisUse: Bool
    ) async throws(BrokerError) {
        if let refusal = heldRefusal(subject) {
            parts.refusals.add(refusal, at: parts.clock.now())
        } else if !isForThisUse {
            try await remember(.deny, permissions, subject)
        }
    }

    private func isHeldBack(_ subject: AccessSubject) -> Bool {
        heldRefusal(subject).map { parts.refusals.holds($0, at: parts.clock.now()) } ?? false
    }

    /// What a no holds for that the keychain cannot remember; `nil` for a program with a name.
    private func heldRefusal(_ subject: AccessSubject) -> HeldRefusals.Refusal? {
        caller.refusalHolder.map { HeldRefusals.Refusal(holder: $0, matter: .access(subject.scope, subject.service)) }
    }

    func cannotAsk(_ permissions: Permissions, _ subject: AccessSubject, _ reason: String?) -> BrokerError {
        if caller.program == .terminal { return .mustAskToReveal(subject, because: reason) }
        if case .account(let account) = subject, account.ask == .always {
            return .mustAsk(caller.program, account, because: reason)
        }
        return .noAccess(of: caller.program, to: subject, for: permissions, because: reason)
    }

    private func remember(
        _ decision: Grant.Decision, _ permissions: Permissions, _ subject: AccessSubject
    ) async throws(BrokerError) {
        let grant = Grant(
            program: caller.program, service: subject.service, scope: subject.scope, permissions: permissions,
            decision: decision, created: parts.clock.now())
        try await GrantBook(parts: parts).remember(grant)
    }
}

extension Caller {
    /// What a no to a program without a name holds for: its session, or its connection from a sandbox.
    var refusalHolder: String? {
        switch program {
        case .unknown: session
        case .sandbox: instance.rawValue
        default: nil
        }
    }
}

extension Result where Success == AccessAnswer, Failure == PrompterError {
    /// Whether the person had the question, so that others need not put it again.
    fileprivate var isOfThePerson: Bool {
        switch self {
        case .success: true
        case .failure(let error): error.wasShown
        }
    }
}
