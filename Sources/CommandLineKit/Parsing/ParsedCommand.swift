/// A command line that fits its description. What was given is read with the flags, options and arguments that the
/// command was declared with.
public struct ParsedCommand: Sendable {
    public let path: CommandPath
    let occurrences: [Occurrence]
    /// The words of each positional argument, by its name.
    let words: [String: [RawArgument]]

    /// Whether the flag was given.
    public subscript(flag: Flag) -> Bool {
        count(of: flag) > 0
    }

    /// How many times the flag was given.
    public func count(of flag: Flag) -> Int {
        occurrences.of(flag.option).count
    }

    /// What was given with an option, or its default.
    public subscript<Result>(option: Option<Result>) -> Result {
        value(of: occurrences.of(option.option).compactMap(\.value), or: option.option.value?.defaultValue)
    }

    /// What was given for a positional argument, or its default.
    public subscript<Result>(argument: Argument<Result>) -> Result {
        value(of: words[argument.argument.name] ?? [], or: argument.argument.value.defaultValue)
    }

    /// An error about this command line that only the command itself can see.
    public func usageError(_ message: String, suggestion: String? = nil) -> UsageError {
        UsageError(message, suggestion: suggestion, path: path)
    }

    private func value<Result: ParameterResult>(of words: [RawArgument], or defaultValue: String?) -> Result {
        let given = words.isEmpty ? defaultValue.map { [RawArgument($0)] } ?? [] : words
        guard let result = Result.result(from: given) else {
            // Parsing checked presence and value of everything that the command declares.
            preconditionFailure("'\(path.spelling)' reads a parameter that it does not declare")
        }
        return result
    }
}
