import AccountModel
import AccountStore

/// A question about access in words, as far as it is the same wherever it is put.
///
/// Names come from elsewhere: they stand on one line, with nothing in them that moves a cursor, cut to a length.
struct QuestionText {
    /// The greatest numbers of characters of each part. A dialog that has little room takes a smaller share of them.
    struct Limits {
        var program = 120
        var account = 80
        var command = 160

        func share(_ share: Double) -> Limits {
            func cut(_ length: Int) -> Int { max(12, Int(Double(length) * share)) }
            return Limits(program: cut(program), account: cut(account), command: cut(command))
        }
    }

    let question: AccessQuestion
    var limits = Limits()

    /// `/home/alice/bin/nightly wants to read and post as @alice (2, twitter).`
    var sentence: String { "\(program) wants to \(wish)." }

    var program: String { QuestionText.name(of: question.program, limit: limits.program) }

    /// A program at the beginning of a sentence. At a terminal it is `acctstore` itself that asks.
    static func name(of program: ProgramIdentity, limit: Int) -> String {
        switch program {
        case .unknown: "An unknown program"
        case .sandbox: "A sandboxed program"
        case .terminal: "acctstore"
        default: VisibleText.line(program.shown, limit: limit)
        }
    }

    /// `read and post as @alice (2, twitter)`
    var wish: String {
        switch question.subject {
        case .account(let account, _) where question.program == .terminal:
            recipient.map { "hand the token of \(shown(account.label)) to \($0)" }
                ?? "print the token of \(shown(account.label))"
        case .account(let account, let permissions):
            "\(QuestionText.deeds(permissions)) as \(shown(account.label))"
        case .service(let service, let permissions):
            "\(QuestionText.deeds(permissions)) as any account of "
                + shown(service.description)
        case .command(let words): VisibleText.line(words, limit: limits.command)
        }
    }

    /// What it means to hand the token out; `nil` where that is not asked for.
    var warning: String? {
        guard let (whom, service, permissions) = given, permissions.contains(.reveal) else { return nil }
        let isPrinted = question.program == .terminal && question.recipient == nil
        let holder = recipient ?? (isPrinted ? "Whoever sees it" : "It")
        return
            "\(holder)\(isPrinted ? "" : " gets the token itself and") can act as \(shown(whom)) without asking again, "
            + "until the token is taken back at \(shown(service))."
    }

    private var recipient: String? {
        question.recipient.map { VisibleText.line($0, limit: limits.program) }
    }

    private func shown(_ name: String) -> String {
        VisibleText.line(name, limit: limits.account)
    }

    private var given: (whom: String, service: String, Permissions)? {
        switch question.subject {
        case .account(let account, let permissions):
            (account.username.map { "@\($0)" } ?? account.label, account.service.description, permissions)
        case .service(let service, let permissions): ("any account", service.description, permissions)
        case .command: nil
        }
    }

    private static func deeds(_ permissions: Permissions) -> String {
        var words: [String] = []
        if permissions.contains(.read) { words.append("read") }
        if permissions.contains(.write) { words.append("post") }
        if permissions.contains(.reveal) { words.append("see the token") }
        guard let last = words.popLast() else { return "act" }
        return words.isEmpty ? last : "\(words.joined(separator: ", ")) and \(last)"
    }
}
