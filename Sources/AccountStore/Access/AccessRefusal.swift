import AccountModel

/// The errors of a program without access: each names program and account, and the very command that grants it.
extension BrokerError {
    /// There is no answer yet, and no way to get one.
    static func noAccess(of program: ProgramIdentity, to subject: AccessSubject, because reason: String?) -> BrokerError
    {
        let why = reason.map { ", and cannot be asked about: \($0)" } ?? ""
        return BrokerError(
            .accessDenied, "\(program.onOneLine) has no access to \(subject.label)\(why)",
            nextStep: grantCommand(program, subject))
    }

    /// The person said no, just now or earlier.
    static func denied(to program: ProgramIdentity, _ subject: AccessSubject) -> BrokerError {
        BrokerError(
            .accessDenied, "\(program.onOneLine) was denied access to \(subject.label)",
            nextStep: grantCommand(program, subject))
    }

    /// Nobody said yes or no: not one of the words was typed, or nothing at all.
    static func unanswered(
        for program: ProgramIdentity, _ subject: AccessSubject,
        because reason: String = "none of the answers offered was typed"
    ) -> BrokerError {
        BrokerError(
            .accessDenied, "\(program.onOneLine) got no access to \(subject.label) this time: \(reason)",
            nextStep: subject.asksAlways ? "run it again and give one of the answers" : grantCommand(program, subject))
    }

    /// The account is marked to be asked about at each use, and that cannot be done.
    static func mustAsk(_ program: ProgramIdentity, _ account: Account, because reason: String?) -> BrokerError {
        let why = reason.map { ": \($0)" } ?? ""
        return BrokerError(
            .accessDenied,
            "\(account.label) is asked about at each use, and \(program.onOneLine) cannot be asked about\(why)",
            nextStep: "acctstore set \(account.number) --ask once")
    }

    /// What is the person's own is never a sandboxed program's, whatever was answered or configured.
    static func notForSandboxes(_ program: ProgramIdentity) -> BrokerError {
        BrokerError(
            .accessDenied, "\(program.onOneLine) runs in a sandbox, where this cannot be done",
            nextStep: "run the command in a terminal")
    }

    private static func grantCommand(_ program: ProgramIdentity, _ subject: AccessSubject) -> String? {
        guard program.canBeRemembered else {
            return program == .unknown
                ? "start the program from a file of its own, so that it has a name that can be granted access" : nil
        }
        return "acctstore grant \(ShellWord.quoted(program.shown)) \(ShellWord.quoted(subject.argument))"
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
