import CommandLineKit

/// The name of a file, or `-`. An empty one, mostly of a variable that is not set, names none.
struct FileName: ArgumentValue, Equatable {
    static let expectation: String? = "the name of a file"

    let path: String

    init?(argument: RawArgument) {
        guard let text = argument.text, !text.isEmpty else { return nil }
        path = text
    }
}
