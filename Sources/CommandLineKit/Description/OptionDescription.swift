/// An option or, without a value, a flag, as help, completions and the manual show it.
public struct OptionDescription: Sendable {
    /// All spellings in the order in which help shows them, short ones first by habit.
    public let names: [OptionName]
    /// One sentence for the person.
    public let help: String
    /// What the option takes; nil for a flag.
    public let value: ValueDescription?
    /// Whether the command cannot run without it.
    public let isRequired: Bool
    /// Whether it may be given several times, each adding a value. Flags always may.
    public let isRepeatable: Bool
    /// The title under which help lists it; nil for the common list.
    public let section: String?
    /// Left out of help and suggestions, still accepted.
    public let isHidden: Bool
    /// The spelling used in usage lines and messages: the first long one, else the first.
    public let preferredName: OptionName

    init(
        firstName: String, otherNames: [String], help: String, value: ValueDescription?, isRequired: Bool,
        isRepeatable: Bool, section: String?, isHidden: Bool
    ) {
        let first = OptionName(firstName)
        self.names = [first] + otherNames.map(OptionName.init)
        self.preferredName = names.first(where: \.isLong) ?? first
        self.help = help
        self.value = value
        self.isRequired = isRequired
        self.isRepeatable = isRepeatable
        self.section = section
        self.isHidden = isHidden
    }

    /// The spelling with the value it takes: `--account ACCOUNT`.
    public var synopsis: String { Self.join(preferredName.description, value) }

    /// All spellings with the value: `-a, --account ACCOUNT`.
    public var label: String { Self.join(names.map(\.description).joined(separator: ", "), value) }

    private static func join(_ spelling: String, _ value: ValueDescription?) -> String {
        value.map { "\(spelling) \($0.name)" } ?? spelling
    }
}
