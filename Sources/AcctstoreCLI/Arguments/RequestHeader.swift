import AccountModel
import CommandLineKit

/// One header field of a request, written `Name: value`.
struct RequestHeader: ArgumentValue, Equatable {
    static let expectation: String? = "a header field, such as 'Accept: text/plain'"

    let field: HeaderField

    init?(argument: RawArgument) {
        guard let text = argument.text, let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
            return nil
        }
        let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        field = HeaderField(String(text[..<colon]), String(value))
    }
}
