import AccountModel
import AccountStore

/// The question in a terminal's lines, and what may be typed for an answer.
enum TypedQuestion {
    /// Characters of what was typed that a refusal repeats.
    private static let longestEcho = 32

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
    ///
    /// - Parameter isHidden: whether what is typed is kept off the screen, where it may be a secret that was meant for another prompt.
    static func answer(
        _ line: String, to question: AccessQuestion, isHidden: Bool = false
    ) -> Result<AccessAnswer, PrompterError> {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let typed = words.first?.lowercased() else { return .success(.unanswered) }
        if words.count == 1, let answer = question.answers.first(where: { word(for: $0) == typed }) {
            return .success(answer)
        }
        let shown = isHidden ? "that" : "`\(VisibleText.line(words.joined(separator: " "), limit: longestEcho))`"
        let offered = question.answers.compactMap(word)
        return .failure(PrompterError("\(shown) is not offered here: answer \(choice(of: offered))", wasShown: true))
    }

    /// `yes, once or no`
    private static func choice(of words: [String]) -> String {
        let start = words.dropLast().joined(separator: ", ")
        return ([start] + words.suffix(1)).filter { !$0.isEmpty }.joined(separator: " or ")
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
