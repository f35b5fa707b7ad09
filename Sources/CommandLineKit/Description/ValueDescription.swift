/// What an option or a positional argument takes.
public struct ValueDescription: Sendable {
    /// How help calls the value, such as `ACCOUNT`.
    public let name: String
    /// What holds when nothing is given, spelt as on the command line.
    public let defaultValue: String?
    /// Where a shell finds candidates.
    public let completion: CompletionKind
    /// Whether an option takes the next word as its value even when that word starts with `-`.
    public let mayStartWithDash: Bool
    let type: any ArgumentValue.Type

    init(
        name: String, defaultValue: String?, completion: CompletionKind?, mayStartWithDash: Bool,
        type: any ArgumentValue.Type
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.completion = completion ?? (type.allowedValues.isEmpty ? .none : .list(type.allowedValues))
        self.mayStartWithDash = mayStartWithDash
        self.type = type
    }

    /// The words that are accepted; empty when the choice is not from a list.
    public var allowedValues: [String] { type.allowedValues }

    func accepts(_ argument: RawArgument) -> Bool {
        type.init(argument: argument) != nil
    }
}
