/// A line of characters and colours that another program made.
package enum ColoredLine {
    /// Gives back plain text.
    package static let end = Style.closing

    /// The columns that the line takes; `nil` where it holds anything but UTF-8 without control characters, and SGR
    /// sequences of digits and semicolons.
    package static func columns(_ line: some Collection<UInt8>) -> Int? {
        var text: [UInt8] = []
        var rest = line.makeIterator()
        while let byte = rest.next() {
            guard byte == 0x1B else {
                text.append(byte)
                continue
            }
            guard rest.next() == UInt8(ascii: "["), skipParameters(&rest) == UInt8(ascii: "m") else { return nil }
        }
        guard let text = String(validating: text, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control && !$0.properties.isBidiControl }
            )
        else { return nil }
        return DisplayWidth.columns(text)
    }

    /// The byte behind the parameters.
    private static func skipParameters(_ bytes: inout some IteratorProtocol<UInt8>) -> UInt8? {
        while let byte = bytes.next() {
            let isParameter = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ";")
            if !isParameter { return byte }
        }
        return nil
    }
}
