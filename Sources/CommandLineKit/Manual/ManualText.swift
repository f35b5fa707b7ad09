/// Words written so that mdoc(7) shows them as they are.
enum ManualText {
    /// Running text: a sentence a line, as the source of a manual page is written. Each line of `prose` is a paragraph;
    /// one that starts with a blank is shown as it is.
    static func paragraphs(_ prose: String) -> [String] {
        let paragraphs = prose.split(separator: "\n").map { line -> [String] in
            line.first == " "
                ? [".Dl " + literal(line.trimmingPrefix { $0 == " " })] : sentences(line).map { escaped($0[...]) }
        }
        return Array(paragraphs.joined(separator: [".Pp"]))
    }

    /// One line that is typed somewhere: no quote or dash may become a typographic one.
    static func literal(_ text: Substring) -> String {
        let characters: [Character: String] = [
            "'": "\\(aq", "`": "\\(ga", "~": "\\(ti", "^": "\\(ha", "-": "\\-", "\\": "\\e",
        ]
        return protected(text.map { characters[$0] ?? ascii($0) }.joined())
    }

    private static func escaped(_ text: Substring) -> String {
        var shown = ""
        var previous: Character = " "
        for character in text {
            switch character {
            case "\\": shown += "\\e"
            // A dash inside a word may be a hyphen; one before a word belongs to an option.
            case "-" where !previous.isLetter: shown += "\\-"
            default: shown += ascii(character)
            }
            previous = character
        }
        return protected(shown)
    }

    private static func ascii(_ character: Character) -> String {
        if character == "…" { return "..." }
        return character.unicodeScalars.map { scalar in
            guard !scalar.isASCII else { return String(scalar) }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
        }.joined()
    }

    /// A line of text that is not taken for a macro.
    private static func protected(_ line: String) -> String {
        line.first == "." || line.first == "'" ? "\\&" + line : line
    }

    private static func sentences(_ paragraph: Substring) -> [String] {
        var sentences: [String] = []
        var sentence = ""
        for word in paragraph.split(separator: " ") {
            let endsOne = sentence.hasSuffix(".") || sentence.hasSuffix(":") && word.first?.isUppercase == true
            if endsOne, word.first?.isLowercase == false {
                sentences.append(sentence)
                sentence = String(word)
            } else {
                sentence += (sentence.isEmpty ? "" : " ") + word
            }
        }
        return sentences + (sentence.isEmpty ? [] : [sentence])
    }
}
