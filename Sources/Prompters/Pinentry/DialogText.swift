import AccountModel
import AccountStore

/// What the two steps of a dialog say.
struct DialogText {
    let question: AccessQuestion
    let provenance: Provenance
    let alphabet: Alphabet

    /// What the place can show.
    enum Alphabet: Hashable {
        case everything
        /// For terminals of another encoding: what is not ASCII is written out, which also tells look-alikes apart.
        case ascii
    }

    static let (allow, deny) = ("_Allow", "_Deny")
    static let (always, once) = ("_Always", "_Only this time")
    static let notNow = "_Not now"

    /// Allow or deny.
    var firstStep: String {
        fitting { words in
            [words.sentence, provenance.line.map { "It runs as: \($0)" }, words.warning, refusal]
        }
    }

    /// Whether a no is more than one to this request, so that there is a need to put the question off.
    var refusalLasts: Bool { question.refusal != .forThisRequest }

    private var refusal: String? {
        switch question.refusal {
        case .remembered: "Deny is remembered until you take it back with acctstore revoke."
        case .forAnHour: "Deny holds for an hour."
        case .forThisRequest: nil
        }
    }

    /// Always, or only this time.
    var secondStep: String {
        fitting { words in
            [
                "\(words.program) may \(words.wish).",
                "Allow it always, or only this time? Always is remembered until you take it back with acctstore revoke.",
                words.warning,
            ]
        }
    }

    /// The longest form that one line of the protocol can carry, with paragraphs set apart.
    private func fitting(_ paragraphs: (QuestionText) -> [String?]) -> String {
        let room = AssuanChannel.longestLine - "SETDESC \n".utf8.count
        var shortest = ""
        for share in [1, 0.7, 0.5, 0.35, 0.2, 0.1] {
            let words = QuestionText(question: question, limits: QuestionText.Limits().share(share))
            let text = paragraphs(words).compactMap(\.self).map { DialogText.shown($0, in: alphabet) }.joined(
                separator: "\n\n")
            shortest = text.assuanEscaped
            if shortest.utf8.count <= room { return shortest }
        }
        return String(decoding: shortest.utf8.prefix(room).prefix { $0 < 0x80 }, as: UTF8.self)
    }

    static func shown(_ text: String, in alphabet: Alphabet) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            switch (scalar, alphabet) {
            // Some dialogs take what looks like markup for markup.
            case ("<", .everything): shown += VisibleText.escape("<")
            case ("←", .ascii): shown += "<-"
            case ("…", .ascii): shown += "..."
            case (_, .ascii) where !scalar.isASCII: shown += VisibleText.escape(scalar)
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}
