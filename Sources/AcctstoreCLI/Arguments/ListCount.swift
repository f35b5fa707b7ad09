import CommandLineKit

/// How many entries of a list are wanted.
struct ListCount: ArgumentValue, Equatable {
    static let expectation: String? = "a number from 1 to 1000000"

    let number: Int

    init?(argument: RawArgument) {
        guard let number = argument.text.flatMap({ Int($0) }), (1...1_000_000).contains(number) else { return nil }
        self.number = number
    }
}
