import AccountModel

/// The errors of a program without access: each names program and account, and the very command that grants it.
extension BrokerError {
    /// There is no answer yet, and no way to get one.
    static func noAccess(
        of program: ProgramIdentity, to subject: AccessSubject, for permissions: Permissions = [],
        because reason: String?
    ) -> BrokerError {
        let why = reason.map { ", and cannot be asked about: \($0)" } ?? ""
        return BrokerError(
            .accessDenied, "\(program.onOneLine) has no access to \(subject.label(for: permissions))\(why)",
            nextStep: grantCommand(program, subject, permissions))
    }

    /// The person said no, just now or earlier.
    ///
    /// - Parameter recipient: the command that a token was for, where the person's own `acctstore` asked.
    static func denied(
        _ denial: AccessDenial, to program: ProgramIdentity, _ subject: AccessSubject,
        for permissions: Permissions = [], recipient: String? = nil
    ) -> BrokerError {
        let hold: AccessDenial.Hold = program == .sandbox ? .ofSandbox : .ofSession
        return BrokerError(
            .accessDenied,
            "\(name(program, recipient)) was denied access to \(subject.label(for: permissions))"
                + denial.addition(hold),
            nextStep: nextStep(after: denial, to: program, subject, permissions))
    }

    private static func nextStep(
        after denial: AccessDenial, to program: ProgramIdentity, _ subject: AccessSubject, _ permissions: Permissions
    ) -> String? {
        switch denial {
        case .remembered, .held:
            return grantCommand(program, subject, permissions)
        case .forThisUse:
            guard case .account(let account) = subject, program != .terminal else {
                return "run it again, and allow it"
            }
            return "run it again and allow it, or be asked only once\nacctstore set \(account.number) --ask once"
        }
    }

    /// At a terminal it is `acctstore` itself that asks: for a command, or to print what it gets.
    private static func name(_ program: ProgramIdentity, _ recipient: String?) -> String {
        guard program == .terminal else { return program.onOneLine }
        return recipient.map { OneLine.visible($0, length: 80) } ?? "acctstore token"
    }

    /// Nobody said yes or no: not one of the words was typed, or nothing at all.
    static func unanswered(
        for program: ProgramIdentity, _ subject: AccessSubject, for permissions: Permissions = [],
        recipient: String? = nil, because reason: String = "none of the answers offered was given"
    ) -> BrokerError {
        let isAskedAgain = subject.asksAlways || !program.canBeRemembered
        return BrokerError(
            .accessDenied,
            "\(name(program, recipient)) got no access to \(subject.label(for: permissions)) this time: \(reason)",
            nextStep: isAskedAgain
                ? "run it again and give one of the answers" : grantCommand(program, subject, permissions))
    }

    /// The account is marked to be asked about at each use, and that cannot be done.
    static func mustAsk(_ program: ProgramIdentity, _ account: Account, because reason: String?) -> BrokerError {
        let why = reason.map { ": \($0)" } ?? ""
        return BrokerError(
            .accessDenied,
            "\(account.label) is asked about at each use, and \(program.onOneLine) cannot be asked about\(why)",
            nextStep: "acctstore set \(account.number) --ask once")
    }

    /// At a terminal a token is given out after a yes alone, which nobody could be asked for.
    static func mustAskToReveal(_ subject: AccessSubject, because reason: String?) -> BrokerError {
        let why = reason.map { ": \($0)" } ?? ""
        return BrokerError(
            .accessDenied,
            "\(subject.label(for: .reveal)) is given out after a yes alone, and nobody can be asked\(why)",
            nextStep: "run it in the foreground of a terminal, without --no-prompt")
    }

    /// What is the person's own is never a sandboxed program's, whatever was answered or configured.
    static func notForSandboxes(_ program: ProgramIdentity) -> BrokerError {
        BrokerError(
            .accessDenied, "\(program.onOneLine) runs in a sandbox, where this cannot be done",
            nextStep: "run the command in a terminal")
    }

    private static func grantCommand(
        _ program: ProgramIdentity, _ subject: AccessSubject, _ permissions: Permissions
    ) -> String? {
        guard program.canBeRemembered else {
            return program == .unknown
                ? "start the program from a file of its own, so that it has a name that can be granted access" : nil
        }
        let command = "acctstore grant \(ShellWord.quoted(program.shown)) \(ShellWord.quoted(subject.argument))"
        return permissions.contains(.reveal) ? command + permissions.words.map { " --\($0)" }.joined() : command
    }
}

extension ProgramIdentity {
    /// The name as messages show it: on one line, whatever the file is called.
    var onOneLine: String {
        switch self {
        case .unknown: "a program without a name"
        case .sandbox: "this program"
        default: OneLine.visible(shown)
        }
    }
}
