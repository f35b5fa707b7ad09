extension Command {
    /// What is wrong with the description itself, for tests of a tool; empty when it makes sense.
    public func descriptionProblems() -> [String] {
        problems(at: CommandPath(root: self))
    }

    private func problems(at path: CommandPath) -> [String] {
        let own = nameProblems + optionProblems(path) + argumentProblems + exclusiveProblems + subcommandProblems
        return own.map { "\(path.spelling): \($0)" } + subcommands.flatMap { $0.problems(at: path.appending($0)) }
    }

    private var nameProblems: [String] {
        var problems = ([name] + aliases).filter { !$0.isKebabCase }.map { "'\($0)' is no name for a command" }
        if abstract.isEmpty || abstract.contains("\n") {
            problems.append("the abstract is not one line")
        }
        return problems
    }

    private func optionProblems(_ path: CommandPath) -> [String] {
        let repeated = path.options.flatMap(\.names).repeated.map { "two options are called '\($0)'" }
        return repeated + options.flatMap(\.problems)
    }

    private var argumentProblems: [String] {
        var problems = arguments.map(\.name).repeated.map { "two arguments are called '\($0)'" }
        for placement in [ArgumentDescription.Placement.ordinary, .afterTerminator] {
            let arguments = arguments.filter { $0.placement == placement }
            for (earlier, later) in zip(arguments, arguments.dropFirst()) {
                if earlier.isRepeating {
                    problems.append("'\(later.name)' never gets a word after the repeating '\(earlier.name)'")
                }
                if !earlier.isRequired, later.isRequired {
                    problems.append("'\(later.name)' is required after the optional '\(earlier.name)'")
                }
            }
        }
        return problems + arguments.flatMap { $0.value.problems(help: $0.help, of: $0.name) }
    }

    private var exclusiveProblems: [String] {
        exclusiveGroups.flatMap { group in
            group.members.flatMap { member -> [String] in
                guard let option = options.first(where: { $0.preferredName == member }) else {
                    return ["the exclusive '\(member)' is not an option of this command"]
                }
                return option.isRequired ? ["'\(member)' is both required and exclusive"] : []
            } + (group.members.count < 2 ? ["an exclusive group has fewer than two members"] : [])
        }
    }

    private var subcommandProblems: [String] {
        let names = subcommands.flatMap { [$0.name] + $0.aliases }
        var problems = (names + [BuiltIn.helpCommand.name]).repeated.map { "two subcommands are called '\($0)'" }
        if isGroup, !arguments.isEmpty {
            problems.append("a group of commands cannot take arguments of its own")
        }
        guard let defaultSubcommand else { return problems }
        guard let child = subcommands.first(where: { $0.name == defaultSubcommand }) else {
            return problems + ["the default subcommand '\(defaultSubcommand)' does not exist"]
        }
        if child.isGroup {
            problems.append("the default subcommand '\(defaultSubcommand)' is a group")
        }
        return problems
    }
}

extension OptionDescription {
    fileprivate var problems: [String] {
        var problems = names.filter { !$0.isUsable }.map { "'\($0)' is no name for an option" }
        if isRequired, isHidden {
            problems.append("'\(preferredName)' is required but hidden")
        }
        if help.isEmpty, value == nil {
            problems.append("'\(preferredName)' has no help")
        }
        return problems + (value?.problems(help: help, of: preferredName.description) ?? [])
    }
}

extension ValueDescription {
    fileprivate func problems(help: String, of owner: String) -> [String] {
        var problems: [String] = []
        if help.isEmpty {
            problems.append("'\(owner)' has no help")
        }
        if name.isEmpty {
            problems.append("the value of '\(owner)' has no name")
        }
        if let defaultValue, !accepts(RawArgument(defaultValue)) {
            problems.append("the default '\(defaultValue)' of '\(owner)' is not accepted")
        }
        return problems
    }
}

extension OptionName {
    /// Digits are no short names, since `-5` is a number.
    fileprivate var isUsable: Bool {
        switch self {
        case .short(let character): character.isASCII && character.isLetter
        case .long(let name): name.count > 1 && name.isKebabCase
        }
    }
}

extension String {
    /// Lower-case letters, digits and single dashes inside.
    fileprivate var isKebabCase: Bool {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        return parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }
        }
    }
}

extension Array where Element: Hashable {
    /// The elements that occur more than once, each once.
    fileprivate var repeated: [Element] {
        var seen: Set<Element> = []
        var found: [Element] = []
        for element in self where !seen.insert(element).inserted && !found.contains(element) {
            found.append(element)
        }
        return found
    }
}
