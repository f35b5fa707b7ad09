/// What a word of the command line is by its look alone.
enum Token {
    /// `--`: nothing after it is an option.
    case terminator
    /// `--name` or `--name=value`.
    case long(name: String, value: RawArgument?)
    /// One or more short options, perhaps with a value at the end: `-abc`, `-nvalue`. Without the dash.
    case cluster([UInt8])
    /// Anything else: also a lone `-`, which stands for standard input, and what looks like a negative number.
    case word

    init(_ argument: RawArgument) {
        let dash = UInt8(ascii: "-")
        let bytes = argument.bytes
        guard bytes.count > 1, bytes[0] == dash, !Self.isNegativeNumber(bytes) else {
            self = .word
            return
        }
        guard bytes[1] == dash else {
            self = .cluster(Array(bytes.dropFirst()))
            return
        }
        guard bytes.count > 2 else {
            self = .terminator
            return
        }
        let parts = bytes.dropFirst(2).split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        self = .long(
            name: String(decoding: parts[0], as: UTF8.self),
            value: parts.count > 1 ? RawArgument(bytes: parts[1]) : nil)
    }

    var isWord: Bool {
        if case .word = self { true } else { false }
    }

    private static func isNegativeNumber(_ bytes: [UInt8]) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let number = bytes.dropFirst()
        return number.contains(where: digits.contains)
            && number.allSatisfy { digits.contains($0) || $0 == UInt8(ascii: ".") }
    }
}
