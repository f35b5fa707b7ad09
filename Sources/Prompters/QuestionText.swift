import AccountModel
import AccountStore

/// A question about access in words, and what may be answered.
enum QuestionText {
    private static let longestProgram = 120
    private static let longestAccount = 80
    private static let longestCommand = 160

    /// Two lines, the second one without its end: the answer is typed there.
    static func text(of question: AccessQuestion) -> String {
        let answers = question.answers.compactMap { answer in
            word(for: answer).map { answer == .always ? "\($0) (always)" : $0 }
        }
        return """
            \(name(of: question.program)) wants to \(wish(of: question.subject)).
            Allow? \(answers.joined(separator: ", ")): 
            """
    }

    /// What a typed line means: one of the words offered, in any case and with blanks round it, or no answer.
    static func answer(_ line: String, to question: AccessQuestion) -> AccessAnswer {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let typed = words.first?.lowercased() else { return .unanswered }
        return question.answers.first { word(for: $0) == typed } ?? .unanswered
    }

    private static func word(for answer: AccessAnswer) -> String? {
        switch answer {
        case .always: "yes"
        case .once: "once"
        case .no: "no"
        case .unanswered: nil
        }
    }

    private static func name(of program: ProgramIdentity) -> String {
        switch program {
        case .unknown: "An unknown program"
        case .sandbox: "A sandboxed program"
        default: VisibleText.line(program.shown, limit: longestProgram)
        }
    }

    private static func wish(of subject: AccessQuestion.Subject) -> String {
        switch subject {
        case .account(let account, let permissions):
            "\(deeds(permissions)) as \(VisibleText.line(account.label, limit: longestAccount))"
        case .service(let service, let permissions):
            "\(deeds(permissions)) as any account of \(VisibleText.line(service.description, limit: longestAccount))"
        case .command(let words):
            VisibleText.line(words, limit: longestCommand)
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
