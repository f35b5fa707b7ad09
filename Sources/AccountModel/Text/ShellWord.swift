/// Writes words for a POSIX shell, so that a command in a message works when it is pasted.
package enum ShellWord {
    /// The word as it is where no shell would read anything into it, else in single quotes; in those of `$'…'`
    /// (POSIX.1-2024) where a character of it cannot stand in a line, or would not be seen there.
    package static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.utf8.allSatisfy(isPlainByte)
        guard !isPlain else { return word }
        guard word == OneLine.visible(word, length: .max) else { return "$'\(escaped(word))'" }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    private static func escaped(_ word: String) -> String {
        word.unicodeScalars.map { scalar in
            switch scalar {
            case "'", "\\": "\\\(scalar)"
            case _ where OneLine.visible(String(scalar)) == String(scalar): String(scalar)
            // Three digits end by themselves, whatever follows.
            default: String(scalar).utf8.map { "\\" + padded(String($0, radix: 8)) }.joined()
            }
        }.joined()
    }

    private static func padded(_ digits: String) -> String {
        String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }

    private static func isPlainByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "-_./:@%+=,".utf8.contains(byte)
        }
    }
}
