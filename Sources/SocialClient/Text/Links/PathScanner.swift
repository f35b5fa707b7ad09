/// Finds where the part of a link after its host ends.
struct PathScanner {
    let text: [Unicode.Scalar]

    /// The end of `:port`, `/path` and `?query`, each of which may be missing, from the end of the host on.
    func end(from hostEnd: Int) -> Int {
        queryEnd(from: pathEnd(from: portEnd(from: hostEnd)))
    }

    private func portEnd(from start: Int) -> Int {
        guard character(start) == ":" else { return start }
        let end = run(from: start + 1) { $0.isASCIIDigit }
        return end > start + 1 ? end : start
    }

    /// The longest path that ends with a character a path may end with, or with a closed parenthesis.
    private func pathEnd(from start: Int) -> Int {
        guard character(start) == "/" else { return start }
        var end = start + 1
        var index = end
        while let next = character(index) {
            if next == "(" {
                guard let closed = parenthesesEnd(from: index) else { break }
                index = closed
                end = closed
            } else if next.isPathCharacter {
                index += 1
                if next.mayEndPath { end = index }
            } else {
                break
            }
        }
        return end
    }

    /// The end of `(…)` or `(…(…)…)`, as in the addresses of encyclopaedias and session ids; nil where it is not closed.
    private func parenthesesEnd(from start: Int) -> Int? {
        var index = run(from: start + 1) { $0.isPathCharacter }
        if character(index) == "(" {
            let inner = run(from: index + 1) { $0.isPathCharacter }
            guard inner > index + 1, character(inner) == ")" else { return nil }
            index = run(from: inner + 1) { $0.isPathCharacter }
        } else if index == start + 1 {
            return nil
        }
        return character(index) == ")" ? index + 1 : nil
    }

    /// The longest query that ends with a character a query may end with.
    func queryEnd(from start: Int) -> Int {
        guard character(start) == "?" else { return start }
        var end = start
        var index = start + 1
        while let next = character(index), next.isQueryCharacter {
            index += 1
            if next.mayEndQuery { end = index }
        }
        return end
    }

    private func character(_ index: Int) -> Unicode.Scalar? {
        index < text.count ? text[index] : nil
    }

    private func run(from start: Int, while belongs: (Unicode.Scalar) -> Bool) -> Int {
        var index = start
        while index < text.count, belongs(text[index]) { index += 1 }
        return index
    }
}
