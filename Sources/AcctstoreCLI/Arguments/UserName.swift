import CommandLineKit

/// A name at a service, given with or without `@`.
struct UserName: ArgumentValue, Equatable {
    static let expectation: String? = "a name at the service"

    /// Without `@`.
    let name: String

    init?(argument: RawArgument) {
        guard let text = argument.text else { return nil }
        let name = text.hasPrefix("@") ? String(text.dropFirst()) : text
        guard !name.isEmpty, !name.contains(where: \.isWhitespace) else { return nil }
        self.name = name
    }
}
