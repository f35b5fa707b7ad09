/// What may stand where a word is being typed.
public struct Completion: Sendable, Equatable {
    /// A word that can be offered.
    public struct Candidate: Sendable, Equatable {
        public let word: String
        /// One line for shells that show such; it may be empty.
        public let explanation: String

        public init(_ word: String, _ explanation: String = "") {
            self.word = word
            self.explanation = explanation
        }
    }

    /// What the description itself knows: commands, options, fixed values. Whole words, whatever was typed of them.
    public let candidates: [Candidate]
    /// Where values come from that only the tool or the shell can know.
    public let source: CompletionKind
    /// What stands before such a value in the same word: `--account=`, or `-a`.
    public let prefix: String

    static let nothing = Completion([])

    init(_ candidates: [Candidate], source: CompletionKind = .none, prefix: String = "") {
        self.candidates = candidates
        self.source = source
        self.prefix = prefix
    }

    /// The values of an option or an argument.
    init(of value: ValueDescription, prefix: String = "") {
        if case .list(let words) = value.completion {
            self.init(words.map { Candidate(prefix + $0) }, prefix: prefix)
        } else {
            self.init([], source: value.completion, prefix: prefix)
        }
    }
}

extension Command {
    /// What may stand in place of `word`; `self` is the tool.
    ///
    /// Options are offered where a dash was typed, or where nothing else can follow. Each is offered as long as it may
    /// be given: not twice, unless it adds a value, and not beside one that excludes it.
    ///
    /// - Parameters:
    ///   - word: what was typed of the word so far.
    ///   - words: the words before it, without the name of the program. Where they do not fit the description, nothing
    ///     is offered.
    public func completion(of word: RawArgument, after words: [RawArgument]) -> Completion {
        var walk = CompletionWalk(root: self)
        for word in words { walk.pass(word) }
        return walk.completion(of: word)
    }
}
