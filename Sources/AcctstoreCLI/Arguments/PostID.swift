import CommandLineKit

/// The id of a post: digits, kept as text since ids are longer than some numbers are exact.
struct PostID: ArgumentValue, Equatable {
    static let expectation: String? = "the id of a post, all digits"

    let digits: String

    init?(argument: RawArgument) {
        guard let text = argument.text, !text.isEmpty, text.utf8.count <= 40,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        digits = text
    }
}
