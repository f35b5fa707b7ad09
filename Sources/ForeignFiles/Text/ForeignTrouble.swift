import AccountStore

/// Why a text, or one entry of it, cannot be used. Nothing of the text is in the words but names that are no secret.
struct ForeignTrouble: Error, Hashable {
    /// As it follows the name of the file or of the entry.
    var words: String
    /// From 1; `nil` where it is about the whole.
    var line: Int?

    init(_ words: String, line: Int? = nil) {
        self.words = words
        self.line = line
    }

    var asError: ForeignFileError { ForeignFileError(words, line: line) }
}
