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
