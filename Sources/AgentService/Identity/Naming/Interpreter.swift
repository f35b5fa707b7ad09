/// A program that runs other programs' text, and how its command line tells which.
struct Interpreter: Sendable {
    /// What an interpreter was told to run.
    enum Work: Hashable, Sendable {
        /// A file, as the command line names it.
        case file(String)
        /// Text on the command line: `-c`, `-e`.
        case text
        /// What comes on standard input, a person's typing among it.
        case input
        /// Something that no path names: a module, a search, a form that is not understood.
        case other
    }

    /// How the option letters of one family are to be read. A letter in no set stands alone.
    struct Letters: Sendable {
        /// The program's text follows.
        var text: Set<Character> = []
        /// The program is looked for by a rule of its own.
        var other: Set<Character> = []
        /// The program comes on standard input, whatever words follow.
        var input: Set<Character> = []
        /// A value follows: the rest of the word, or the next word where nothing is left.
        var value: Set<Character> = []
        /// The rest of the word is a value, if only an empty one.
        var attachedValue: Set<Character> = []
        /// The next word is a value, whatever else the letter's own word holds.
        var nextValue: Set<Character> = []
        /// The value is the file to run.
        var file: Set<Character> = []
    }

    var isShell = false
    var letters = Letters()
    /// Long options, without dashes, whose value is the next word.
    var longValues: Set<String> = []
    /// Long options, without dashes, that are followed by the program's text.
    var longTexts: Set<String> = []
    /// Long options that may be written with one dash.
    var longAfterOneDash: Set<String> = []
    /// Whether the first word that is no option is the file.
    var takesFile = true
    /// Whether an option that no set knows makes the line one that is not understood.
    var isStrict = false

    /// What the words after the interpreter's own name tell it to run.
    func work(of arguments: some Collection<String>) -> Work {
        var words = arguments.dropFirst()
        var readsInput = false
        while let word = words.popFirst() {
            if word == "--" || (word == "-" && isShell) {
                return readsInput ? .input : operand(words.first)
            }
            if word == "-" { return .input }
            switch option(word, &words) {
            case .passed: continue
            case .input: readsInput = true
            case .settled(let work): return work
            case .none: return readsInput ? .input : operand(word)
            }
        }
        return .input
    }

    private func operand(_ word: String?) -> Work {
        guard let word else { return .input }
        return takesFile ? .file(word) : .text
    }

    private enum Option {
        case none
        case passed
        case input
        case settled(Work)
    }

    private func option<Words: Collection<String>>(_ word: String, _ words: inout Words) -> Option
    where Words.SubSequence == Words {
        if word.hasPrefix("--") || longAfterOneDash.contains(String(word.dropFirst())) {
            return long(word.drop { $0 == "-" }, &words)
        }
        if word.hasPrefix("-") || (isShell && word.hasPrefix("+") && word != "+") {
            return cluster(word.dropFirst(), &words)
        }
        return .none
    }

    private func long<Words: Collection<String>>(_ name: Substring, _ words: inout Words) -> Option
    where Words.SubSequence == Words {
        if isStrict { return .settled(.other) }
        let bare = String(name.prefix { $0 != "=" })
        if longTexts.contains(bare) { return .settled(.text) }
        if longValues.contains(bare) && bare.count == name.count { _ = words.popFirst() }
        return .passed
    }

    private func cluster<Words: Collection<String>>(_ word: Substring, _ words: inout Words) -> Option
    where Words.SubSequence == Words {
        var rest = word
        var found = Option.passed
        var valuesToSkip = 0
        while let letter = rest.popFirst() {
            if letters.text.contains(letter) { return .settled(.text) }
            if letters.other.contains(letter) { return .settled(.other) }
            if letters.attachedValue.contains(letter) { break }
            if letters.file.contains(letter) {
                return .settled((rest.isEmpty ? words.first : String(rest)).map(Work.file) ?? .other)
            }
            if letters.value.contains(letter) {
                if rest.isEmpty { valuesToSkip += 1 }
                break
            }
            if letters.nextValue.contains(letter) {
                valuesToSkip += 1
            } else if letters.input.contains(letter) {
                found = .input
            } else if isStrict {
                return .settled(.other)
            }
        }
        words = words.dropFirst(valuesToSkip)
        return found
    }
}
