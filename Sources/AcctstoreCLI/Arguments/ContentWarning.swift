import CommandLineKit

/// What people read before they see a post: one line.
struct ContentWarning: ArgumentValue, Equatable {
    static let expectation: String? = "a line of text"

    let text: String

    init?(argument: RawArgument) {
        guard let text = argument.text, !text.unicodeScalars.allSatisfy(\.properties.isWhitespace),
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        self.text = text
    }
}
