import GLibBridge

/// The characters that a stream takes.
package enum CharacterSet: Sendable, Equatable {
    case utf8
    /// For a terminal in a locale of any other encoding: all of them have ASCII.
    case ascii

    /// - Parameters:
    ///   - isTerminal: what is not a terminal always gets UTF-8, since the next program has no other way to know.
    ///   - variable: the value of a variable of the environment; `nil` where it is not set or empty.
    package init(isTerminal: Bool, variable: (String) -> String?) {
        // The name tells, even where the locale is not installed, as after a log-in from another machine.
        let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? "C"
        let encoding = locale.split(separator: "@").first?.split(separator: ".").dropFirst().first ?? ""
        let isUTF8 = encoding.lowercased().filter { $0 != "-" } == "utf8"
        self = !isTerminal || isUTF8 ? .utf8 : .ascii
    }

    /// The text in these characters. What has no like in ASCII is a `?`, one for each character that a reader sees.
    package func text(_ text: String) -> String {
        guard self == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.reduce(into: "") { result, cluster in
            if cluster.utf8.allSatisfy({ $0 < 0x80 }) { return result.append(cluster) }
            guard DisplayWidth.columns(cluster) > 0 else { return }
            let ascii = Transliteration.ascii(UnicodeNormalization.nfc(String(cluster)))
            result += ascii.utf8.allSatisfy { $0 == UInt8(ascii: "?") } ? "?" : ascii
        }
    }
}
