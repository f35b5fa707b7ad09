extension Parser {
    mutating func finish() throws(UsageError) -> ParseOutcome {
        if path.leaf.name == BuiltIn.helpCommand.name {
            return .help(try pathNamedByWords())
        }
        if occurrences.contains(BuiltIn.help.option) {
            return .help(path)
        }
        if occurrences.contains(BuiltIn.version.option) {
            return .version
        }
        if path.leaf.isGroup {
            guard let child = path.leaf.defaultChild else {
                return try bareGroup()
            }
            path = path.appending(child)
        }
        try checkOptions()
        let assigned = try assignWords()
        return .run(ParsedCommand(path: path, occurrences: occurrences, words: assigned))
    }

    private func bareGroup() throws(UsageError) -> ParseOutcome {
        if let word = words.first {
            throw .unknownCommand(word, path)
        }
        return .help(path)
    }

    /// The command that `help COMMAND…` asks about.
    private func pathNamedByWords() throws(UsageError) -> CommandPath {
        var target = path.parent
        for word in words {
            guard let child = word.text.flatMap(target.leaf.subcommand(named:)) else {
                throw .unknownCommand(word, target)
            }
            target = target.appending(child)
        }
        return target
    }

    private func checkOptions() throws(UsageError) {
        let accepted = path.options
        for occurrence in occurrences
        where !accepted.contains(where: { $0.preferredName == occurrence.option.preferredName }) {
            throw .optionOfOtherCommand(occurrence.spelling, path)
        }
        for group in path.exclusiveGroups {
            let given = occurrences.filter { group.members.contains($0.option.preferredName) }
            if let first = given.first,
                let other = given.first(where: { $0.option.preferredName != first.option.preferredName })
            {
                throw .exclusive(first.spelling, other.spelling, path)
            }
            if group.isRequired, given.isEmpty {
                throw .missingOneOf(group.members, path)
            }
        }
        if let missing = accepted.first(where: { $0.isRequired && !occurrences.contains($0) }) {
            throw .missingOption(missing, path)
        }
    }

    private func assignWords() throws(UsageError) -> [String: [RawArgument]] {
        var assigned: [String: [RawArgument]] = [:]
        for (placement, words) in [
            (ArgumentDescription.Placement.ordinary, words), (.afterTerminator, wordsAfterTerminator),
        ] {
            var rest = words[...]
            for argument in path.leaf.arguments where argument.placement == placement {
                let taken = rest.prefix(argument.isRepeating ? rest.count : 1)
                rest.removeFirst(taken.count)
                try check(taken, for: argument)
                assigned[argument.name] = Array(taken)
            }
            guard rest.isEmpty else { throw .unexpected(rest, path, hint: terminatorHint) }
        }
        return assigned
    }

    /// The same line with the `--` that was left out, where that makes it fit.
    private var terminatorHint: String? {
        guard wordsAfterTerminator.isEmpty, let first = path.leaf.terminatedArgument else { return nil }
        guard occurrences.isEmpty, words.allSatisfy(\.isPlain) else { return "Put '--' before \(first.name)." }
        let line = ([path.spelling, "--"] + words.compactMap(\.text)).joined(separator: " ")
        return "Put '--' before \(first.name): \(line)"
    }

    private func check(_ words: ArraySlice<RawArgument>, for argument: ArgumentDescription) throws(UsageError) {
        if words.isEmpty, argument.isRequired {
            throw .missingArgument(argument, path)
        }
        if let word = words.first(where: { !argument.value.accepts($0) }) {
            throw .invalidValue(word, for: argument.name, argument.value, path)
        }
    }
}
