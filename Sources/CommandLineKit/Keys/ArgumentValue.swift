/// A type that can be read from one word of the command line.
///
/// An enumeration with `String` raw values that is `CaseIterable` conforms without further code.
public protocol ArgumentValue: ParameterResult {
    /// Nil when the word is not such a value.
    init?(argument: RawArgument)

    /// The words accepted, in the order in which help shows them; empty when the choice is not from a list.
    static var allowedValues: [String] { get }

    /// What a good value looks like, for the error about a bad one: "a whole number".
    static var expectation: String? { get }
}

extension ArgumentValue {
    public static var allowedValues: [String] { [] }
    public static var expectation: String? { nil }
}

extension ArgumentValue where Self: RawRepresentable, RawValue == String {
    public init?(argument: RawArgument) {
        guard let text = argument.text else { return nil }
        self.init(rawValue: text)
    }
}

extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    public static var allowedValues: [String] { allCases.map(\.rawValue) }
}

extension String: ArgumentValue {
    public init?(argument: RawArgument) {
        guard let text = argument.text else { return nil }
        self = text
    }
}

extension Int: ArgumentValue {
    public static var expectation: String? { "a whole number" }

    public init?(argument: RawArgument) {
        guard let text = argument.text else { return nil }
        self.init(text)
    }
}

/// The word as it came, for values that need not be UTF-8 or whose encoding is judged elsewhere.
extension RawArgument: ArgumentValue {
    public init?(argument: RawArgument) {
        self = argument
    }
}
