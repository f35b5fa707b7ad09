import AccountModel
import AccountStore
import SecretBytes

/// `~/.rainbow_oauth`: the token on the first line, its secret on the second. The app that they were given to is part of
/// the program and not in the file.
struct TwoLinesFile {
    func contents(_ bytes: Span<UInt8>) throws(ForeignTrouble) -> ForeignContents {
        var lines: [Range<Int>] = []
        var start = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
            lines.append(start..<index)
            start = index + 1
        }
        if start < bytes.count { lines.append(start..<bytes.count) }
        let texts = lines.map { trimmed(bytes, $0) }
        guard texts.count >= 2, texts.dropFirst(2).allSatisfy(\.isEmpty) else {
            throw ForeignTrouble("is not what rainbowstream writes: a token and its secret, each on a line of its own")
        }
        var builder = ContentsBuilder()
        builder.add(
            ForeignAccount(
                app: nil, service: nil,
                token: .signing(
                    token: try secret(bytes, texts[0], line: 1), secret: try secret(bytes, texts[1], line: 2)),
                username: nil, line: 1))
        return builder.contents
    }

    private func trimmed(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Range<Int> {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
        var (start, end) = (line.lowerBound, line.upperBound)
        while start < end, blanks.contains(bytes[start]) { start += 1 }
        while start < end, blanks.contains(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private func secret(_ bytes: Span<UInt8>, _ range: Range<Int>, line: Int) throws(ForeignTrouble) -> SharedSecret {
        guard !range.isEmpty, range.allSatisfy({ (0x21...0x7E).contains(bytes[$0]) }) else {
            throw ForeignTrouble("is not what rainbowstream writes: a line is no token", line: line)
        }
        return SharedSecret(SecretBytes(copying: bytes.extracting(range)))
    }
}
