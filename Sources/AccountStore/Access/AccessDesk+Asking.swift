import AccountModel

/// Asking.
extension AccessDesk {
    /// Whose requests wait for one answer: all of a program with a name, all that a sandbox without one makes, else those
    /// of one process.
    private var asker: String {
        if caller.program.canBeRemembered { return caller.program.description }
        return caller.refusalHolderOfSandbox ?? caller.instance.rawValue
    }

    /// Who is asked about one at a time. Sandboxes without a name are one: any of them can open connections at will.
    private var turn: String {
        caller.program == .sandbox ? ProgramIdentity.sandbox.description : asker
    }

    /// How many requests of sandboxes without a name may wait for the person.
    private static let longestSandboxLine = 8

    /// Asks for what is missing once it is this program's turn, unless that is answered by then.
    func decideInTurn(_ permissions: Permissions, _ subject: AccessSubject) async throws(BrokerError) -> Decision {
        let place = await caller.place()
        if let reason = place.cannotAskReason { throw cannotAsk(permissions, subject, reason) }
        let arrival = ContinuousClock.now
        let limit = caller.program == .sandbox ? AccessDesk.longestSandboxLine : .max
        return try await parts.turns.take(turn, behindAtMost: limit, else: .tooManySandboxes) {
            () async throws(BrokerError) in
            if Task.isCancelled { throw .givenUpBeforeAsked }
            // While this request waited for its turn, another of the same program may have been answered.
            let desk = AccessDesk(parts: parts, caller: caller)
            guard let missing = try await desk.missing(permissions, subject) else { return .denied(.remembered) }
            let isForThisUse = asksEachTime(subject)
            if missing.isEmpty && !isForThisUse { return .allowedAfterWaiting }
            if let left = timeHeldBack(subject) { return .denied(.held(seconds: left)) }
            let asked = isForThisUse ? permissions : missing
            let canRemember = caller.program.canBeRemembered && !isForThisUse
            let question = AccessQuestion(
                program: caller.program, subject: subject.question(asked),
                answers: canRemember ? [.always, .once, .no] : [.once, .no], recipient: recipient)
            let answer = try await answer(to: question, at: place, about: subject, asked, since: arrival)
            return try await settle(answer, asked, subject, isForThisUse: isForThisUse)
        }
    }

    private func answer(
        to question: AccessQuestion, at place: AskingPlace, about subject: AccessSubject,
        _ permissions: Permissions, since arrival: ContinuousClock.Instant
    ) async throws(BrokerError) -> AccessAnswer {
        let shared = SharedAnswers.Question(asker: asker, question: question)
        let outcome: SharedAnswers.Outcome
        var leftForeground = false
        if let given = parts.answers.outcome(of: shared, since: arrival), mayShare(given, subject) {
            outcome = given
        } else {
            outcome = await ask(question, at: place)
            // A question that was withdrawn because its program went away, or left the terminal's foreground, was not
            // answered to the others.
            leftForeground = outcome == .success(.unanswered) && place.isLeft(by: caller)
            let isWithdrawn = Task.isCancelled || !caller.isRunning() || leftForeground
            if !isWithdrawn, outcome.isOfThePerson { parts.answers.note(outcome, to: shared) }
        }
        switch outcome {
        case .success where leftForeground:
            throw .unanswered(
                for: caller.program, subject, for: permissions, recipient: recipient, because: AskingPlace.wasLeft)
        case .success(let answer): return answer
        case .failure(let error) where error.wasShown:
            throw .unanswered(
                for: caller.program, subject, for: permissions, recipient: recipient, because: error.reason)
        case .failure(let error): throw cannotAsk(permissions, subject, error.reason)
        }
    }

    private func ask(_ question: AccessQuestion, at place: AskingPlace) async -> SharedAnswers.Outcome {
        do throws(PrompterError) {
            return .success(try await parts.prompter.ask(question, of: caller, at: place))
        } catch {
            return .failure(error)
        }
    }

    /// A yes to one use is for that use, and one to a process for that process, whose other requests it left nothing to
    /// ask for.
    private func mayShare(_ outcome: SharedAnswers.Outcome, _ subject: AccessSubject) -> Bool {
        switch outcome {
        case .success(.once): false
        case .success(.always): !asksEachTime(subject)
        case .success(.no), .success(.unanswered), .failure: true
        }
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
            return .denied(try await refuse(permissions, subject, isForThisUse: isForThisUse))
        case .unanswered: return .unanswered
        }
        return .allowedAfterWaiting
    }

    private func refuse(
        _ permissions: Permissions, _ subject: AccessSubject, isForThisUse: Bool
    ) async throws(BrokerError) -> AccessDenial {
        if let refusal = heldRefusal(subject) {
            parts.refusals.add(refusal, at: parts.clock.now())
            return .held(seconds: HeldRefusals.length)
        }
        if isForThisUse { return .forThisUse }
        try await remember(.deny, permissions, subject)
        return .remembered
    }

    private func timeHeldBack(_ subject: AccessSubject) -> Double? {
        heldRefusal(subject).flatMap { parts.refusals.timeLeft(of: $0, at: parts.clock.now()) }
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
    /// What a no to a program without a name holds for: its session; of a sandbox, its namespaces or the session of its
    /// proxy, whatever connections it makes.
    var refusalHolder: String? {
        program == .unknown ? session : refusalHolderOfSandbox
    }

    fileprivate var refusalHolderOfSandbox: String? {
        program == .sandbox ? "sandbox in \(session)" : nil
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

extension BrokerError {
    static var givenUpBeforeAsked: BrokerError {
        BrokerError(.cancelled, "the request was given up before the person was asked about it")
    }

    fileprivate static var tooManySandboxes: BrokerError {
        BrokerError(
            .accessDenied, "too many requests of sandboxed programs wait for the person already",
            nextStep: "answer the question that is shown, and try again")
    }
}
