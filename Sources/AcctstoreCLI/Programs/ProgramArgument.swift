import AccountModel
import CommandLineKit

/// PROGRAM as it is written: what it means depends on the files that there are.
struct ProgramArgument: ArgumentValue, Equatable {
    static let expectation: String? = "a program"

    let text: String

    init?(argument: RawArgument) {
        guard let text = argument.text, !text.isEmpty else { return nil }
        self.text = text
    }
}
