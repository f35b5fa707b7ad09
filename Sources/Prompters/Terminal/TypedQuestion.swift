import AccountModel
import AccountStore

/// The question in a terminal's lines, and what may be typed for an answer.
enum TypedQuestion {
    /// Lines, the last one without its end: the answer is typed there.
    static func text(of question: AccessQuestion) -> String {
        let words = QuestionText(question: question)
        let answers = question.answers.compactMap { answer in
            word(for: answer).map { answer == .always ? "\($0) (always)" : $0 }
        }
        let lines = [words.sentence, words.warning, "Allow? \(answers.joined(separator: ", ")): "]
        return lines.compactMap(\.self).joined(separator: "\n")
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
}
