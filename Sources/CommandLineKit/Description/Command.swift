/// A command as data: the tool itself, a group of commands or a single one.
///
/// Parsing, help and every other text about the command line are made from this value and nothing else.
public struct Command: Sendable {
    /// A command line that helps somebody to start, and what it does.
    public struct Example: Sendable {
        public let commandLine: String
        public let explanation: String

        public init(_ commandLine: String, _ explanation: String) {
            self.commandLine = commandLine
            self.explanation = explanation
        }
    }

    public let name: String
    /// Other words for the same command.
    public let aliases: [String]
    /// One line that lists show.
    public let abstract: String
    /// What its own help adds. Each line is a paragraph and is wrapped; a line that starts with a blank is kept as it is.
    public let discussion: String
    /// Accepted by this command and by all commands below it.
    public let options: [OptionDescription]
    public let arguments: [ArgumentDescription]
    public let exclusiveGroups: [ExclusiveGroup]
    /// What to do about words that no argument takes: "Put the text in quotes."
    public let surplusHint: String?
    public let subcommands: [Command]
    /// The subcommand that is meant when none is named.
    public let defaultSubcommand: String?
    /// The title under which the parent's help lists it; nil for the common list.
    public let section: String?
    /// Left out of help and suggestions, still accepted.
    public let isHidden: Bool
    public let examples: [Example]

    /// - Parameter parameters: flags, options and positional arguments; each kind keeps the order given here.
    public init(
        _ name: String,
        aliases: [String] = [],
        abstract: String,
        discussion: String = "",
        parameters: [any Parameter] = [],
        exclusive: [ExclusiveGroup] = [],
        surplusHint: String? = nil,
        subcommands: [Command] = [],
        defaultSubcommand: String? = nil,
        section: String? = nil,
        hidden: Bool = false,
        examples: [Example] = []
    ) {
        self.name = name
        self.aliases = aliases
        self.abstract = abstract
        self.discussion = discussion
        self.options = parameters.compactMap(\.parameter.option)
        self.arguments = parameters.compactMap(\.parameter.argument)
        self.exclusiveGroups = exclusive
        self.surplusHint = surplusHint
        self.subcommands = subcommands
        self.defaultSubcommand = defaultSubcommand
        self.section = section
        self.isHidden = hidden
        self.examples = examples
    }

    var isGroup: Bool { !subcommands.isEmpty }

    /// The first argument that is taken after `--` alone.
    var terminatedArgument: ArgumentDescription? { arguments.first { $0.placement == .afterTerminator } }

    /// The child of that name or alias; every group also has `help`.
    func subcommand(named word: String) -> Command? {
        if let child = subcommands.first(where: { $0.name == word || $0.aliases.contains(word) }) {
            return child
        }
        return isGroup && word == BuiltIn.helpCommand.name ? BuiltIn.helpCommand : nil
    }

    var defaultChild: Command? {
        defaultSubcommand.flatMap(subcommand(named:))
    }
}
