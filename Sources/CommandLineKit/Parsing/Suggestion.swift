/// Guesses at what a mistyped word was meant to be.
enum Suggestion {
    static func didYouMean(_ word: String) -> String { "Did you mean '\(word)'?" }

    /// "Give one of 'a', 'b' or 'c'."
    static func choice(of words: [String]) -> String? {
        guard let last = words.last else { return nil }
        let others = words.dropLast().map { "'\($0)'" }.joined(separator: ", ")
        return others.isEmpty ? "Only '\(last)' is possible." : "Give one of \(others) or '\(last)'."
    }

    static func nearestOption(to typed: OptionName, among options: [OptionDescription]) -> String? {
        guard case .long(let name) = typed else { return nil }
        let candidates = options.filter { !$0.isHidden }.flatMap(\.names).compactMap { name -> String? in
            if case .long(let text) = name { text } else { nil }
        }
        return nearest(to: name, among: candidates).map { didYouMean("--\($0)") }
    }

    /// The short option that is written with the other case of a letter.
    static func shortOption(like letter: some StringProtocol, among options: [OptionDescription]) -> String? {
        let names = options.filter { !$0.isHidden }.flatMap(\.names)
        let wanted = "-" + letter.lowercased()
        return names.first { !$0.isLong && $0.description.lowercased() == wanted }.map { didYouMean($0.description) }
    }

    /// The nearest candidate that needs fewer than four changes and fewer than either word has letters, so that a
    /// short word is not taken for another that has nothing in common with it. The first of equals wins.
    static func nearest(to typed: String, among candidates: [String]) -> String? {
        // A whole text that was taken for a command is not worth the work.
        guard typed.utf8.count <= 100 else { return nil }
        let typed = Array(typed.lowercased().unicodeScalars)
        var best: (word: String, distance: Int)?
        for candidate in candidates {
            let scalars = Array(candidate.unicodeScalars)
            let limit = min(4, typed.count, scalars.count, best?.distance ?? .max)
            if let distance = distance(typed, scalars, below: limit) {
                best = (candidate, distance)
            }
        }
        return best?.word
    }

    /// The Levenshtein distance, if it is below `limit`.
    private static func distance(_ first: [UnicodeScalar], _ second: [UnicodeScalar], below limit: Int) -> Int? {
        guard abs(first.count - second.count) < limit else { return nil }
        var previous = Array(0...second.count)
        for (row, scalar) in first.enumerated() {
            var current = [row + 1]
            for (column, other) in second.enumerated() {
                let replaced = previous[column] + (scalar == other ? 0 : 1)
                current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[second.count] < limit ? previous[second.count] : nil
    }
}
