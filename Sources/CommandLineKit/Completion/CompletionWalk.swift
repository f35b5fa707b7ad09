/// Goes over the words before the one that is being typed, and forgives what is missing.
struct CompletionWalk {
    private(set) var path: CommandPath
    /// What `help` was asked about so far.
    private(set) var explained: CommandPath
    private(set) var given: [OptionDescription] = []
    /// The option whose value comes next.
    private(set) var awaited: OptionDescription?
    private(set) var isAfterTerminator = false
    /// Whether a word fitted nothing, so that there is nothing to be said about the next.
    private(set) var isLost = false
    /// Positional words so far, and those of them that stand after the terminator.
    private(set) var wordCount = 0
    private(set) var wordCountAfterTerminator = 0

    init(root: Command) {
        path = CommandPath(root: root)
        explained = path
    }

    /// Whether the command is `help`, whose words are commands.
    var isHelp: Bool { path.leaf.name == BuiltIn.helpCommand.name }

    mutating func pass(_ word: RawArgument) {
        if awaited != nil {
            awaited = nil
        } else if isAfterTerminator {
            passPositional(word)
        } else {
            switch Token(word) {
            case .terminator: isAfterTerminator = true
            case .long(let name, let value): passLong(name, value)
            case .cluster(let bytes): passCluster(bytes)
            case .word: passPositional(word)
            }
        }
    }

    private mutating func passLong(_ name: String, _ value: RawArgument?) {
        guard let option = path.acceptedOptions.first(where: { $0.names.contains(.long(name)) }) else {
            isLost = true
            return
        }
        given.append(option)
        if option.value != nil, value == nil { awaited = option }
    }

    private mutating func passCluster(_ bytes: [UInt8]) {
        let cluster = OptionCluster(bytes, among: path.acceptedOptions)
        given += cluster.options
        isLost = isLost || !cluster.isKnown
        if cluster.isKnown, cluster.value?.isEmpty == true { awaited = cluster.options.last }
    }

    private mutating func passPositional(_ word: RawArgument) {
        if isHelp {
            explained = below(explained, word)
        } else if path.leaf.isGroup, !isAfterTerminator {
            if let child = path.leaf.defaultChild, !child.arguments.isEmpty,
                word.text.flatMap(path.leaf.subcommand(named:)) == nil
            {
                path = path.appending(child)
                wordCount += 1
            } else {
                explained = path
                path = below(path, word)
            }
        } else if isAfterTerminator {
            wordCountAfterTerminator += 1
        } else {
            wordCount += 1
        }
    }

    private mutating func below(_ place: CommandPath, _ word: RawArgument) -> CommandPath {
        guard let child = word.text.flatMap(place.leaf.subcommand(named:)) else {
            isLost = true
            return place
        }
        return place.appending(child)
    }
}

/// Short options in one word, `-vqaVALUE`.
struct OptionCluster {
    private(set) var options: [OptionDescription] = []
    /// What stands behind an option that takes a value; nil where none of them does.
    private(set) var value: ArraySlice<UInt8>?
    /// Whether all of them are known.
    private(set) var isKnown = true

    init(_ bytes: [UInt8], among accepted: [OptionDescription]) {
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            let name = OptionName.short(Character(UnicodeScalar(byte)))
            guard let option = accepted.first(where: { $0.names.contains(name) }) else {
                isKnown = false
                return
            }
            options.append(option)
            if option.value != nil {
                value = rest
                return
            }
        }
    }
}
