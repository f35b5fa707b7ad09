public import AccountModel

/// The text of a post as it is sent: UTF-8 with LF line ends, no NUL, more than blanks.
public struct PostText: Sendable, Equatable {
    /// As it is sent.
    public let text: String

    /// Takes the bytes of an argument. CRLF and lone CR become LF; all else stays byte for byte.
    ///
    /// Throws `inputRefused` for invalid UTF-8, NUL, and text of nothing but blanks.
    public init(argument bytes: some Sequence<UInt8>) throws(BrokerError) {
        try self.init(Self.withLineFeeds(bytes))
    }

    /// Takes the bytes of standard input, as `argument` does, without one final line end.
    ///
    /// Throws `inputRefused` as `init(argument:)` does.
    public init(standardInput bytes: some Sequence<UInt8>) throws(BrokerError) {
        var lines = Self.withLineFeeds(bytes)
        if lines.last == UInt8(ascii: "\n") { lines.removeLast() }
        try self.init(lines)
    }

    /// Takes text, as `argument` does.
    ///
    /// Throws `inputRefused` as `init(argument:)` does.
    public init(_ text: String) throws(BrokerError) {
        try self.init(argument: text.utf8)
    }

    private init(_ bytes: [UInt8]) throws(BrokerError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw BrokerError(
                .inputRefused, "the text is not valid UTF-8", nextStep: "convert it with iconv -t UTF-8 first")
        }
        guard !bytes.contains(0) else {
            throw BrokerError(.inputRefused, "the text holds a NUL byte, which no post can hold")
        }
        guard !text.unicodeScalars.allSatisfy(\.properties.isWhitespace) else {
            throw BrokerError(.inputRefused, bytes.isEmpty ? "the text is empty" : "the text holds nothing but blanks")
        }
        self.text = text
    }

    private static func withLineFeeds(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let carriageReturn = UInt8(ascii: "\r")
        let lineFeed = UInt8(ascii: "\n")
        var result: [UInt8] = []
        var previous: UInt8?
        for byte in bytes {
            if byte == carriageReturn {
                result.append(lineFeed)
            } else if !(byte == lineFeed && previous == carriageReturn) {
                result.append(byte)
            }
            previous = byte
        }
        return result
    }
}

extension PostText {
    /// Throws `inputRefused`, with by how much, where the text is longer than the service takes.
    ///
    /// - Parameters:
    ///   - counter: counts as the service does.
    ///   - warning: stands before the text, and counts too.
    public func check(with counter: PostCounter, behind warning: String = "") throws(BrokerError) {
        let measure = counter.measure(text, behind: warning)
        guard measure.excess > 0 else { return }
        throw BrokerError(
            .inputRefused,
            "the text\(warning.isEmpty ? "" : " with its warning") is too long by \(measure.excess): "
                + "it counts \(measure.length), and \(measure.limit) is the limit",
            nextStep: "shorten it; links count \(counter.rules.linkLength.map(String.init) ?? "in full")")
    }
}
