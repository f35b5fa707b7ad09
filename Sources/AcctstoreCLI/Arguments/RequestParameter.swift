import AccountModel
import CommandLineKit

/// One parameter of a request, written `NAME=VALUE`, not encoded.
struct RequestParameter: ArgumentValue, Equatable {
    static let expectation: String? = "NAME=VALUE"

    let parameter: AccountModel.Parameter

    init?(argument: RawArgument) {
        guard let text = argument.text, let equals = text.firstIndex(of: "="), equals > text.startIndex else {
            return nil
        }
        parameter = AccountModel.Parameter(String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}
