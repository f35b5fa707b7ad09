/// A command together with the commands above it, the tool first.
public struct CommandPath: Sendable {
    public let root: Command
    /// The commands below the tool, outermost first.
    public private(set) var descendants: [Command] = []

    public init(root: Command) {
        self.root = root
    }

    /// The command that the path leads to.
    public var leaf: Command { descendants.last ?? root }

    /// The names below the tool, aliases resolved: `["app", "set"]`.
    public var names: [String] { descendants.map(\.name) }

    /// As it is typed: `acctstore app set`.
    public var spelling: String { ([root.name] + names).joined(separator: " ") }

    func appending(_ command: Command) -> CommandPath {
        var longer = self
        longer.descendants.append(command)
        return longer
    }

    var parent: CommandPath {
        var shorter = self
        _ = shorter.descendants.popLast()
        return shorter
    }

    /// The options of the command and of the groups above it, without those of the tool.
    var ownOptions: [OptionDescription] {
        descendants.isEmpty ? root.options : descendants.flatMap(\.options)
    }

    /// The options that the tool accepts with every command; empty for the tool itself, whose own they are.
    var globalOptions: [OptionDescription] {
        descendants.isEmpty ? [] : root.options
    }

    /// Every option that is accepted here.
    var options: [OptionDescription] {
        ownOptions + globalOptions + [BuiltIn.version.option, BuiltIn.help.option]
    }

    /// What is accepted while the words are read. Options of a default subcommand may come before anything has named
    /// another one.
    var acceptedOptions: [OptionDescription] {
        options + (leaf.defaultChild?.options ?? [])
    }

    var exclusiveGroups: [ExclusiveGroup] {
        root.exclusiveGroups + descendants.flatMap(\.exclusiveGroups)
    }
}
