/// How text looks (SGR, ECMA-48), in the eight colours that every person's terminal has a taste for.
package struct Style: Sendable, Equatable {
    package enum Color: Int, Sendable {
        case red = 31
        case green, yellow, blue, magenta, cyan
    }

    /// What switches it on; empty for plain text.
    package let opening: String

    /// What switches everything off.
    static let closing: [UInt8] = Array("\u{1B}[0m".utf8)

    package static let plain = Style()

    package init(_ color: Color? = nil, bold: Bool = false, faint: Bool = false, underlined: Bool = false) {
        var codes: [Int] = []
        if bold { codes.append(1) }
        if faint { codes.append(2) }
        if underlined { codes.append(4) }
        if let color { codes.append(color.rawValue) }
        opening = codes.isEmpty ? "" : "\u{1B}[\(codes.map(String.init).joined(separator: ";"))m"
    }
}
