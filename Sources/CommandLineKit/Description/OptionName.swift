/// One spelling of an option: `-v` or `--verbose`.
public enum OptionName: Sendable, Hashable, CustomStringConvertible {
    case short(Character)
    case long(String)

    /// - Parameter name: the name without dashes; a single character makes a short name.
    init(_ name: String) {
        if let character = name.first, name.count == 1 {
            self = .short(character)
        } else {
            self = .long(name)
        }
    }

    /// The spelling with its dashes, as it is typed.
    public var description: String {
        switch self {
        case .short(let character): "-\(character)"
        case .long(let name): "--\(name)"
        }
    }

    var isLong: Bool {
        if case .long = self { true } else { false }
    }
}
