extension CompletionWalk {
    /// What fits after the words that were passed.
    func completion(of word: RawArgument) -> Completion {
        if isLost { return .nothing }
        if let value = awaited?.value {
            return Token(word).isWord || value.mayStartWithDash ? Completion(of: value) : .nothing
        }
        if !isAfterTerminator {
            switch Token(word) {
            case .terminator: return Completion(options)
            case .long(let name, .some): return valueInWord(of: name)
            case .long: return Completion(options)
            case .cluster(let bytes): return valueInWord(of: bytes)
            case .word where word == "-": return Completion(options + positional.candidates)
            case .word: break
            }
        }
        return positional
    }

    /// `--name=` and what may follow.
    private func valueInWord(of name: String) -> Completion {
        guard let option = offered.first(where: { $0.names.contains(.long(name)) }), let value = option.value else {
            return .nothing
        }
        return Completion(of: value, prefix: "--\(name)=")
    }

    /// `-n`, and what may follow in the same word.
    private func valueInWord(of bytes: [UInt8]) -> Completion {
        let cluster = OptionCluster(bytes, among: path.acceptedOptions)
        guard cluster.isKnown else { return .nothing }
        guard let rest = cluster.value, !rest.isEmpty, let option = cluster.options.last, let value = option.value
        else { return Completion(options) }
        guard offered.contains(where: { $0.preferredName == option.preferredName }) else { return .nothing }
        let end = rest.first == UInt8(ascii: "=") ? rest.startIndex + 1 : rest.startIndex
        return Completion(of: value, prefix: "-" + String(decoding: bytes[..<end], as: UTF8.self))
    }

    private var positional: Completion {
        if isHelp { return Completion(Self.subcommands(of: explained.leaf)) }
        var leaf = path.leaf
        var candidates: [Completion.Candidate] = []
        if leaf.isGroup {
            if !isAfterTerminator { candidates = Self.subcommands(of: leaf) }
            guard let child = leaf.defaultChild else { return Completion(candidates) }
            leaf = child
        }
        guard let argument = argument(of: leaf) else {
            return candidates.isEmpty && !isAfterTerminator ? Completion(options) : Completion(candidates)
        }
        let values = Completion(of: argument.value)
        return Completion(candidates + values.candidates, source: values.source)
    }

    /// The argument that takes the next word.
    private func argument(of leaf: Command) -> ArgumentDescription? {
        let late = leaf.arguments.filter { $0.placement == .afterTerminator }
        let isLate = isAfterTerminator && !late.isEmpty
        let arguments = isLate ? late : leaf.arguments.filter { $0.placement == .ordinary }
        let count = isLate ? wordCountAfterTerminator : wordCount + wordCountAfterTerminator
        return count < arguments.count ? arguments[count] : arguments.last.flatMap { $0.isRepeating ? $0 : nil }
    }

    private static func subcommands(of group: Command) -> [Completion.Candidate] {
        guard group.isGroup else { return [] }
        let visible = group.subcommands.filter { !$0.isHidden } + [BuiltIn.helpCommand]
        return visible.flatMap { command in
            ([command.name] + command.aliases).map { Completion.Candidate($0, command.abstract) }
        }
    }

    private var options: [Completion.Candidate] {
        offered.flatMap { option in option.names.map { Completion.Candidate($0.description, option.help) } }
    }

    /// The options that may still be given.
    private var offered: [OptionDescription] {
        let groups = path.exclusiveGroups + (path.leaf.defaultChild?.exclusiveGroups ?? [])
        let names = given.map(\.preferredName)
        let excluded = groups.filter { group in names.contains(where: group.members.contains) }.flatMap(\.members)
        return path.acceptedOptions.filter { option in
            let name = option.preferredName
            let isNew = !names.contains(name) || option.isRepeatable && option.value != nil
            // The version is the tool's: it is accepted below, but no use there.
            let isOutOfPlace = name == BuiltIn.version.option.preferredName && !path.descendants.isEmpty
            return isNew && !option.isHidden && !isOutOfPlace && (!excluded.contains(name) || names.contains(name))
        }
    }
}
