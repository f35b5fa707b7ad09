/// What can be wrong with a command line. The value of an option is repeated only where a list or a form of values is
/// expected: free text might be a secret that does not belong there.
extension UsageError {
    static func unknownOption(
        _ name: OptionName, typed: RawArgument, _ options: [OptionDescription], _ path: CommandPath
    ) -> UsageError {
        let nearest = Suggestion.nearestOption(to: name, among: options)
        return UsageError(
            "unknown option \(quoted(name.description))", suggestion: nearest ?? terminatorHint(typed, path),
            path: path)
    }

    /// - Parameter rest: the short options from the unknown one on.
    static func unknownShortOption(
        _ rest: ArraySlice<UInt8>, typed: RawArgument, _ options: [OptionDescription], _ path: CommandPath
    ) -> UsageError {
        let name = String(decoding: typed.bytes.dropFirst(), as: UTF8.self)
        if options.contains(where: { !$0.isHidden && $0.names.contains(.long(name)) }) {
            return UsageError(
                "unknown option \(quoted("-" + name))", suggestion: Suggestion.didYouMean("--\(name)"), path: path)
        }
        let unknown = String(decoding: rest, as: UTF8.self).prefix(1)
        let nearest = Suggestion.shortOption(like: unknown, among: options)
        return UsageError(
            "unknown option \(quoted("-\(unknown)"))", suggestion: nearest ?? terminatorHint(typed, path), path: path)
    }

    /// Somebody who writes blanks after a dash most likely means text, and so does who writes letters after one where a
    /// text is taken.
    private static func terminatorHint(_ typed: RawArgument, _ path: CommandPath) -> String? {
        if let argument = path.leaf.terminatedArgument { return "Put '--' before \(argument.name)." }
        let takesText = path.leaf.arguments.contains {
            $0.value.completion == .none && $0.value.type.expectation == nil
        }
        let isText = typed.bytes.contains(UInt8(ascii: " ")) || takesText && typed.bytes.count > 2
        return isText ? "Put '--' before text that starts with '-'." : nil
    }

    static func optionOfOtherCommand(_ name: OptionName, _ path: CommandPath) -> UsageError {
        UsageError("unknown option \(quoted(name.description))", path: path)
    }

    static func unknownCommand(_ word: RawArgument, _ path: CommandPath) -> UsageError {
        let names = path.leaf.subcommands.filter { !$0.isHidden }.flatMap { [$0.name] + $0.aliases }
        let nearest = word.text.flatMap { Suggestion.nearest(to: $0, among: names + [BuiltIn.helpCommand.name]) }
        return UsageError(
            "unknown command \(word.quoted)", suggestion: nearest.map(Suggestion.didYouMean), path: path)
    }

    static func missingValue(
        _ option: OptionDescription, _ spelling: OptionName, nextStartsWithDash: Bool, _ path: CommandPath
    ) -> UsageError {
        let value = option.value?.name ?? ""
        return UsageError(
            "missing value for '\(option.synopsis)'",
            suggestion: nextStartsWithDash ? "Write '\(spelling)=\(value)' when the value starts with '-'." : nil,
            path: path)
    }

    static func valueNotTaken(_ spelling: OptionName, _ path: CommandPath) -> UsageError {
        UsageError("the option '\(spelling)' does not take a value", path: path)
    }

    static func givenTwice(_ option: OptionDescription, _ path: CommandPath) -> UsageError {
        UsageError("the option '\(option.synopsis)' may be given only once", path: path)
    }

    /// - Parameter target: the option with its value's name, or the argument.
    static func invalidValue(
        _ word: RawArgument, for target: String, _ description: ValueDescription, _ path: CommandPath
    ) -> UsageError {
        guard word.text != nil else {
            return UsageError("the value for '\(target)' is not valid UTF-8", path: path)
        }
        let choice = Suggestion.choice(of: description.allowedValues)
        let expectation = description.type.expectation.map { "It must be \($0)." }
        return UsageError(
            "the value \(word.quoted) is invalid for '\(target)'", suggestion: choice ?? expectation, path: path)
    }

    static func exclusive(_ first: OptionName, _ second: OptionName, _ path: CommandPath) -> UsageError {
        UsageError("the options '\(first)' and '\(second)' cannot be used together", path: path)
    }

    static func missingOneOf(_ names: [OptionName], _ path: CommandPath) -> UsageError {
        UsageError("missing one of: \(names.map { "'\($0)'" }.joined(separator: ", "))", path: path)
    }

    static func missingOption(_ option: OptionDescription, _ path: CommandPath) -> UsageError {
        UsageError("missing option '\(option.synopsis)'", path: path)
    }

    static func missingArgument(_ argument: ArgumentDescription, _ path: CommandPath) -> UsageError {
        UsageError("missing argument '\(argument.name)'", path: path)
    }

    /// - Parameter hint: what to do where the command itself has no advice.
    static func unexpected(_ words: ArraySlice<RawArgument>, _ path: CommandPath, hint: String?) -> UsageError {
        let list = words.map(\.quoted).joined(separator: ", ")
        let message = words.count == 1 ? "unexpected argument \(list)" : "\(words.count) unexpected arguments: \(list)"
        return UsageError(message, suggestion: path.leaf.surplusHint ?? hint, path: path)
    }

    private static func quoted(_ text: String) -> String { RawArgument(text).quoted }
}
