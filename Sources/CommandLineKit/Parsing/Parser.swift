/// Walks once over the words, going down the tree of commands and collecting options and positional words.
struct Parser {
    var path: CommandPath
    var remaining: ArraySlice<RawArgument>
    var occurrences: [Occurrence] = []
    var words: [RawArgument] = []
    var wordsAfterTerminator: [RawArgument] = []

    init(root: Command, arguments: [RawArgument]) {
        path = CommandPath(root: root)
        remaining = arguments[...]
    }

    mutating func parse() throws(UsageError) -> ParseOutcome {
        do throws(UsageError) {
            while let argument = remaining.popFirst() {
                try take(argument)
            }
        } catch {
            if occurrences.contains(BuiltIn.help.option) || helpIsAskedForLater {
                return .help(path)
            }
            throw error
        }
        return try finish()
    }

    private mutating func take(_ argument: RawArgument) throws(UsageError) {
        switch Token(argument) {
        case .terminator: takeAllAfterTerminator()
        case .long(let name, let value): try takeLong(name, value, typed: argument)
        case .cluster(let bytes): try takeCluster(bytes, typed: argument)
        case .word: try takeWord(argument)
        }
    }

    private mutating func takeAllAfterTerminator() {
        if path.leaf.terminatedArgument != nil {
            wordsAfterTerminator += remaining
        } else {
            words += remaining
        }
        remaining = []
    }

    private mutating func takeWord(_ word: RawArgument) throws(UsageError) {
        guard path.leaf.isGroup else {
            words.append(word)
            return
        }
        if let child = word.text.flatMap(path.leaf.subcommand(named:)) {
            path = path.appending(child)
        } else if let child = path.leaf.defaultChild, !child.arguments.isEmpty {
            path = path.appending(child)
            words.append(word)
        } else {
            throw .unknownCommand(word, path)
        }
    }

    /// Whether a word that is still to come asks for help. A value cannot be taken for it: those that start with `-`
    /// are written with `=`.
    private var helpIsAskedForLater: Bool {
        let beforeTerminator = remaining.prefix { $0 != "--" }
        return BuiltIn.help.option.names.contains { beforeTerminator.contains(RawArgument($0.description)) }
    }
}
