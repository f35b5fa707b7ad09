/// A positional argument as help, completions and the manual show it.
public struct ArgumentDescription: Sendable {
    /// Where on the command line the words of an argument stand.
    public enum Placement: Sendable {
        /// Among the options, by position.
        case ordinary
        /// After a `--`, where nothing is an option any more.
        case afterTerminator
    }

    /// What it takes; the value's name is the argument's.
    public let value: ValueDescription
    /// One sentence for the person.
    public let help: String
    public let isRequired: Bool
    /// Whether it takes all words that are left.
    public let isRepeating: Bool
    public let placement: Placement

    public var name: String { value.name }

    /// How a usage line shows it: `ACCOUNT`, `[ACCOUNT]`, `[FILE ...]`, `-- COMMAND ...`.
    public var synopsis: String {
        let words = (placement == .afterTerminator ? "-- " : "") + name + (isRepeating ? " ..." : "")
        return isRequired ? words : "[\(words)]"
    }
}
