/// How a manual page shows commands and what they take, in the macros of mdoc(7).
enum ManualUsage {
    /// The usage of a command, in lines for a SYNOPSIS.
    static func lines(of path: CommandPath) -> [String] {
        let options = path.ownOptions.filter { !$0.isHidden }
        return [".Nm"] + words(of: path)
            + options.compactMap { line(of: $0, among: options, path.exclusiveGroups) }
            + path.leaf.arguments.map(line)
    }

    /// `Fl a , -account Ar ACCOUNT`
    static func label(of option: OptionDescription) -> String {
        let names = option.names.map { "\($0.description.dropFirst())" }
        return "Fl " + names.joined(separator: " , ") + value(of: option)
    }

    private static func words(of path: CommandPath) -> [String] {
        guard let last = path.names.last else { return [] }
        let isDefault = path.parent.leaf.defaultSubcommand == last
        let named = isDefault ? path.names.dropLast() : path.names[...]
        return (named.isEmpty ? [] : [".Cm " + named.joined(separator: " ")]) + (isDefault ? [".Op Cm \(last)"] : [])
    }

    /// Nil for a member of an exclusive group that stands with the first one.
    private static func line(
        of option: OptionDescription, among options: [OptionDescription], _ groups: [ExclusiveGroup]
    ) -> String? {
        guard let group = groups.group(of: option) else {
            let item = item(of: option) + (option.value != nil && option.isRepeatable ? " No ..." : "")
            return option.isRequired ? "." + item : ".Op " + item
        }
        let members = options.filter { groups.group(of: $0) == group }
        guard members.first?.preferredName == option.preferredName else { return nil }
        let choice = members.map(item).joined(separator: " | ")
        return groups[group].isRequired ? ".Po " + choice + " Pc" : ".Op " + choice
    }

    private static func item(of option: OptionDescription) -> String {
        "Fl \(option.preferredName.description.dropFirst())" + value(of: option)
    }

    private static func value(of option: OptionDescription) -> String {
        option.value.map { " Ar \($0.name)" } ?? ""
    }

    private static func line(of argument: ArgumentDescription) -> String {
        let words =
            (argument.placement == .afterTerminator ? "Fl - " : "") + "Ar \(argument.name)"
            + (argument.isRepeating ? " No ..." : "")
        return argument.isRequired ? "." + words : ".Op " + words
    }
}
