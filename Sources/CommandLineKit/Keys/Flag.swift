/// A switch without a value, such as `--yes`. `parsed[flag]` says whether it was given.
public struct Flag: OptionParameter {
    public let option: OptionDescription

    /// - Parameters:
    ///   - name: without dashes; a single character makes a short name.
    ///   - help: one sentence.
    ///   - section: the title under which help lists it.
    ///   - hidden: accepted, but not shown.
    public init(
        _ name: String, _ otherNames: String..., help: String, section: String? = nil, hidden: Bool = false
    ) {
        option = OptionDescription(
            firstName: name, otherNames: otherNames, help: help, value: nil, isRequired: false, isRepeatable: true,
            section: section, isHidden: hidden)
    }
}
