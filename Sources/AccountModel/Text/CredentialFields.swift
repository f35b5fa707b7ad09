/// Takes credentials out of words of a service that give them a name: `oauth_token_secret=…`, `"password": "…"`.
package enum CredentialFields {
    private static let nameEnds = ["token", "secret", "password", "passwd", "verifier"]
    /// `=` plainly, and encoded once or twice as in the base string of a signature.
    private static let separators = ["=", "%3d", "%253d"].map { Array($0.utf8) }

    /// The text with `***` for every value whose name ends like that of a credential.
    package static func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let separator = separatorLength(bytes[index...], behind: result)
            guard separator > 0, namesCredential(result) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let value = bytes[(index + separator)...]
            let opening = value.prefix(while: isBlankOrQuote)
            let length = valueLength(value.dropFirst(opening.count))
            result += bytes[index..<opening.endIndex]
            if length > 0 { result += "***".utf8 }
            index = opening.endIndex + length
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// 0 where no separator stands at the front of `rest`. A colon is one behind a name in quotes, as in JSON.
    private static func separatorLength(_ rest: ArraySlice<UInt8>, behind written: [UInt8]) -> Int {
        if rest.first == UInt8(ascii: ":") { return written.last.map(isQuote) == true ? 1 : 0 }
        return separators.first { rest.prefix($0.count).map(lower).starts(with: $0) }?.count ?? 0
    }

    private static func namesCredential(_ written: [UInt8]) -> Bool {
        let name = written.suffix(32).reversed().drop(while: isBlankOrQuote).map(lower)
        return nameEnds.contains { name.starts(with: $0.utf8.reversed()) }
    }

    private static func valueLength(_ value: ArraySlice<UInt8>) -> Int {
        var length = 0
        for (offset, byte) in value.enumerated() {
            let encodedEnd = value.dropFirst(offset).prefix(5).map(lower)
            if isBlankOrQuote(byte) || "&;,<>(){}".utf8.contains(byte) { break }
            if encodedEnd.starts(with: "%26".utf8) || encodedEnd.starts(with: "%2526".utf8) { break }
            length += 1
        }
        return length
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isBlankOrQuote(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") || isQuote(byte) }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
