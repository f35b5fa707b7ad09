public import AccountModel

/// Asks the person about access. There is one way to say yes, and whatever goes wrong is a no.
public protocol Prompter: Sendable {
    /// Asks at a place of the caller's. Returns `.unanswered` for the end of input, silence of two minutes, and a caller
    /// that went away.
    ///
    /// Throws where there is no way to ask, and where a question came to nothing with a cause to tell: what was typed is
    /// none of the words offered, the person put it off, its dialog ended.
    ///
    /// - Parameters:
    ///   - question: what is asked, of which program.
    ///   - caller: who wants it.
    ///   - place: of ``Caller/place``, looked for once for each question.
    func ask(
        _ question: AccessQuestion, of caller: Caller, at place: AskingPlace
    ) async throws(PrompterError) -> AccessAnswer
}

/// One question about access.
public struct AccessQuestion: Hashable, Sendable {
    /// What is asked for.
    public enum Subject: Hashable, Sendable {
        /// `wants to read and post as @alice (2, twitter)`
        case account(Account, Permissions)
        /// `wants to read and post as any account of twitter`
        case service(Service, Permissions)
        /// One of the person's commands, in words: `wants to remove @alice (2, twitter)`.
        case command(String)
    }

    /// Who asks.
    public var program: ProgramIdentity
    /// What is asked for.
    public var subject: Subject
    /// The answers offered, in the order shown. `.always` is not among them for what cannot be remembered.
    public var answers: [AccessAnswer]
    /// The command that the person's own `acctstore` is to hand a token to; `nil` where it prints the token, and of every
    /// other program, which gets it itself.
    public var recipient: String?

    /// Makes a question of its parts.
    public init(
        program: ProgramIdentity, subject: Subject, answers: [AccessAnswer], recipient: String? = nil
    ) {
        self.program = program
        self.subject = subject
        self.answers = answers
        self.recipient = recipient
    }
}

extension AccessQuestion {
    /// How long a no to a question holds.
    package enum Refusal: Hashable, Sendable {
        case remembered
        case forAnHour
        /// The next use is asked about again.
        case forThisRequest
    }

    /// How long a no to this question holds.
    package var refusal: Refusal {
        if answers.contains(.always) { return .remembered }
        if case .command = subject { return .forAnHour }
        return program == .unknown || program == .sandbox ? .forAnHour : .forThisRequest
    }
}

/// What the person answered.
public enum AccessAnswer: Hashable, Sendable {
    /// Yes, to be remembered.
    case always
    /// Yes, for the process that asked.
    case once
    /// No, to be remembered where that can be.
    case no
    /// Refuses this request alone.
    case unanswered
}

/// Nobody was asked, or the question came to nothing. Either is a no for this request alone.
public struct PrompterError: Error, Hashable, Sendable {
    /// Why, for the message: `there is no terminal to ask on`, `its dialog ended before it was answered`.
    public var reason: String
    /// Whether the person saw the question.
    public var wasShown: Bool

    /// Makes an error of its reason, for a question that was not shown unless it is said.
    public init(_ reason: String, wasShown: Bool = false) {
        self.reason = reason
        self.wasShown = wasShown
    }
}
