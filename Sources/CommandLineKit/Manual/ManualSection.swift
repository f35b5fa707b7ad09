/// The parts of a manual page that a description fills, in mdoc(7).
struct ManualSection {
    private let tool: CommandPath

    init(_ tool: Command) {
        self.tool = CommandPath(root: tool)
    }

    /// The usage of every command that does something.
    var synopsis: [String] {
        let commands = paths.filter { !$0.leaf.isGroup } + [tool.appending(BuiltIn.helpCommand)]
        return commands.flatMap(ManualUsage.lines) + [".Nm", ".Fl -version"]
    }

    /// What every command takes.
    var globalOptions: [String] {
        list(arguments: [], options: tool.root.options + [BuiltIn.version.option, BuiltIn.help.option])
    }

    /// Every command, with its usage and what it takes.
    ///
    /// - Parameter more: lines for the end of a command's part, by its names: `app set`.
    func commands(more: [String: [String]]) -> [String] {
        paths.flatMap { path -> [String] in
            let names = path.names.joined(separator: " ")
            let heading = [".Ss " + ([names] + path.leaf.aliases).joined(separator: ", ")]
            let text = ManualText.paragraphs(path.leaf.abstract + "\n" + path.leaf.discussion)
            let lists = list(arguments: path.leaf.arguments, options: path.leaf.options.filter { !$0.isHidden })
            return heading + text + standing(of: path) + lists + (more[names] ?? [])
        }
    }

    /// Every example: that of the tool, then those of its commands.
    var examples: [String] {
        let all = tool.root.examples + paths.flatMap(\.leaf.examples)
        let shown = all.map { example in
            ManualText.paragraphs(example.explanation) + [".Dl " + ManualText.literal(example.commandLine[...])]
        }
        return Array(shown.joined(separator: [".Pp"]))
    }

    /// Whether there is such a command: `app set`.
    func hasCommand(_ names: String) -> Bool {
        paths.contains { $0.names.joined(separator: " ") == names }
    }

    private func standing(of path: CommandPath) -> [String] {
        guard let last = path.names.last, path.parent.leaf.defaultSubcommand == last, path.names.count > 1 else {
            return []
        }
        return [".Pp", "It is meant where", ".Cm " + path.names.dropLast().joined(separator: " "), "stands alone."]
    }

    private func list(arguments: [ArgumentDescription], options: [OptionDescription]) -> [String] {
        let items =
            arguments.map { ("Ar \($0.name)", $0.helpText) }
            + options.filter { !$0.isHidden }.map { (ManualUsage.label(of: $0), $0.helpText) }
        guard !items.isEmpty else { return [] }
        return [".Bl -tag -width 6n"]
            + items.flatMap { label, text in [".It " + label] + ManualText.paragraphs(text) } + [".El"]
    }

    /// Every visible command, groups before what is below them.
    private var paths: [CommandPath] { Self.below(tool) }

    private static func below(_ path: CommandPath) -> [CommandPath] {
        path.leaf.subcommands.filter { !$0.isHidden }.flatMap { child in
            let path = path.appending(child)
            return [path] + below(path)
        }
    }
}
