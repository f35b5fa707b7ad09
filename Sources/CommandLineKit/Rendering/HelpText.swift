extension CommandPath {
    /// The help of the command, with its final line feed.
    ///
    /// - Parameter width: columns of the terminal.
    public func help(width: Int = 80) -> String {
        HelpText(path: self, width: width).text
    }
}

/// Lays out the help of one command.
struct HelpText {
    let path: CommandPath
    let width: Int

    var text: String {
        let blocks = [overview, usage] + lists.map { $0.lines(width: width) } + [examples, seeAlso]
        return blocks.compactMap { $0?.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private var overview: [String]? {
        let abstract = TextWrapping.lines(of: "OVERVIEW: \(path.leaf.abstract)", width: width)
        guard !path.leaf.discussion.isEmpty else { return abstract }
        return abstract + [""] + TextWrapping.lines(of: path.leaf.discussion, width: width)
    }

    private var usage: [String]? {
        UsageLine(path).lines(heading: "USAGE:", width: width)
    }

    private var lists: [HelpList] {
        let arguments = HelpList(title: "Arguments", rows: path.leaf.arguments.map { ($0.name, $0.helpText) })
        return [arguments] + optionLists + commandLists
    }

    private var optionLists: [HelpList] {
        let isTool = path.descendants.isEmpty
        let own = path.ownOptions + (isTool ? [BuiltIn.version.option, BuiltIn.help.option] : [])
        let global = isTool ? [] : path.globalOptions + [BuiltIn.help.option]
        let sections = own.sections(by: \.section).map { title in
            Self.list(title: title, own.filter { $0.section == title })
        }
        return sections + [
            Self.list(title: "Options", own.filter { $0.section == nil }),
            Self.list(title: "Global options", global),
        ]
    }

    private static func list(title: String, _ options: [OptionDescription]) -> HelpList {
        HelpList(title: title, rows: options.filter { !$0.isHidden }.map { ($0.label, $0.helpText) })
    }

    private var commandLists: [HelpList] {
        let commands = path.leaf.subcommands.filter { !$0.isHidden }
        let rows = { (section: String?) in
            commands.filter { $0.section == section }.map { (label(of: $0), $0.abstract) }
        }
        let sections = commands.sections(by: \.section).map { HelpList(title: "\($0) subcommands", rows: rows($0)) }
        return [HelpList(title: "Subcommands", rows: rows(nil))] + sections
    }

    private func label(of command: Command) -> String {
        let isDefault = path.leaf.defaultSubcommand == command.name
        return ([command.name] + command.aliases).joined(separator: ", ") + (isDefault ? " (default)" : "")
    }

    private var examples: [String]? {
        guard !path.leaf.examples.isEmpty else { return nil }
        return ["EXAMPLES:"]
            + path.leaf.examples.flatMap { example in
                ["  \(example.commandLine)"]
                    + TextWrapping.lines(of: example.explanation, width: width - 6).map { "      \($0)" }
            }
    }

    private var seeAlso: [String]? {
        guard path.leaf.isGroup else { return nil }
        let sentence = "See '\(path.spelling) help SUBCOMMAND' for detailed help."
        return TextWrapping.lines(of: sentence, width: width - 2).map { "  \($0)" }
    }
}

extension ArgumentDescription {
    var helpText: String { help + value.note }
}

extension OptionDescription {
    var helpText: String { help + (value?.note ?? "") }
}

extension ValueDescription {
    /// " (values: a, b; default: a)"
    fileprivate var note: String {
        let values = allowedValues.isEmpty ? nil : "values: \(allowedValues.joined(separator: ", "))"
        let parts = [values, defaultValue.map { "default: \($0)" }].compactMap(\.self)
        return parts.isEmpty ? "" : " (\(parts.joined(separator: "; ")))"
    }
}

extension Sequence {
    /// The titles that occur, each once, in the order of their first use.
    fileprivate func sections(by title: (Element) -> String?) -> [String] {
        reduce(into: []) { titles, element in
            if let title = title(element), !titles.contains(title) {
                titles.append(title)
            }
        }
    }
}
