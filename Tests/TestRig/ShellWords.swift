/// Takes a command line apart as a POSIX shell does, as far as our messages and examples use its language.
package enum ShellWords {
    /// The words of the first command; what comes behind a pipe, a redirection or a comment is left out. Nil where a
    /// quote is not closed.
    package static func split(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var rest = Substring(line)
        while let character = rest.popFirst() {
            switch character {
            case " ":
                if let whole = word { words.append(whole) }
                word = nil
            case "|", "<", ">",
                "#" where word == nil:
                return words
            case "'", "\"":
                guard let end = rest.firstIndex(of: character) else { return nil }
                word = (word ?? "") + rest[..<end]
                rest = rest[end...].dropFirst()
            case "\\":
                word = (word ?? "") + (rest.popFirst().map(String.init) ?? "")
            default: word = (word ?? "") + String(character)
            }
        }
        if let whole = word { words.append(whole) }
        return words
    }
}
