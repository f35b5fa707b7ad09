/// What the person asked for.
public enum ParseOutcome: Sendable {
    case run(ParsedCommand)
    /// Show the help of a command, on stdout, status 0.
    case help(CommandPath)
    /// Show the version, on stdout, status 0.
    case version
}

extension Command {
    /// Reads a command line; `self` is the tool.
    ///
    /// - Parameter arguments: the words after the program's name.
    /// - Throws: `UsageError` when they do not fit the description. A request for help wins over any error.
    public func parse(_ arguments: [RawArgument]) throws(UsageError) -> ParseOutcome {
        var parser = Parser(root: self, arguments: arguments)
        return try parser.parse()
    }
}
