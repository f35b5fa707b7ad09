extension KeyFile {
    /// A file as far as it can be understood, and all that cannot. No word about it quotes the file.
    package struct Inspection: Sendable {
        /// Without the lines that are none of a key file; `nil` where nothing can be made of the rest either.
        package var file: KeyFile?
        package var troubles: [KeyFileError]
    }

    /// Reads a file for somebody who looks for every mistake in it, where ``read(path:)`` ends at the first; `nil` where
    /// there is none.
    ///
    /// - Throws: `.unreadable`.
    package static func inspect(path: String) throws(KeyFileError) -> Inspection? {
        guard let bytes = try SmallFile.read(path, isProtected: true) else { return nil }
        let lines = KeyFileLines(bytes)
        let misplaced = lines.misplaced
        var inspection = Inspection(
            file: nil,
            troubles: misplaced.map { line in
                KeyFileError(
                    reason: .malformed, file: path, line: line,
                    message: "neither a group, nor a key with its value, nor a comment")
            })
        inspection.troubles += lines.unclear.map { unclear in
            KeyFileError(reason: .malformed, file: path, line: unclear.line, message: unclear.wordsWithoutName)
        }
        do throws(KeyFileError) {
            inspection.file = try KeyFile(parsing: blanking(misplaced, in: bytes), file: path)
        } catch {
            inspection.troubles.append(
                KeyFileError(
                    reason: .malformed, file: path, line: error.line, group: error.group, key: error.key,
                    message: "not UTF-8, or with an escape that there is not"))
        }
        return inspection
    }

    /// The other lines keep their numbers.
    private static func blanking(_ lines: [Int], in bytes: [UInt8]) -> [UInt8] {
        let lines = Set(lines)
        return Array(
            bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
                .map { index, line in lines.contains(index + 1) ? [] : line }.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// The same with another value, or without the key where that is `nil`.
    package func replacing(_ key: String, in group: String, with value: String?) -> KeyFile {
        var copy = self
        copy.set(value, key, in: group)
        return copy
    }

    /// The same with nothing but these groups and the keys of theirs.
    package func keeping(_ known: [String: [String]]) -> KeyFile {
        var copy = self
        for group in groups {
            guard let keys = known[group] else {
                copy.remove(group)
                continue
            }
            for key in self.keys(in: group) where !keys.contains(key) { copy.set(nil, key, in: group) }
        }
        return copy
    }
}
