/// Options of one command of which at most one may be given.
public struct ExclusiveGroup: Sendable {
    /// The preferred spellings of the members.
    public let members: [OptionName]
    /// Whether one of them must be given.
    public let isRequired: Bool

    public init(_ members: any OptionParameter..., required: Bool = false) {
        self.members = members.map(\.option.preferredName)
        self.isRequired = required
    }
}

extension [ExclusiveGroup] {
    /// Where an option stands in a synopsis: with the first group that it is of.
    func group(of option: OptionDescription) -> Int? {
        firstIndex { $0.members.contains(option.preferredName) }
    }
}
