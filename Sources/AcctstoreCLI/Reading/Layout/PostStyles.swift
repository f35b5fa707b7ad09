import TerminalText

/// The looks of the parts of a post.
enum PostStyles {
    static let name = Style(bold: true)
    static let handle = Style(.cyan)
    static let aside = Style(faint: true)
    static let link = Style(.blue, underlined: true)
    static let mention = Style(.cyan)

    /// The style of a word in a text; `nil` for the usual one.
    static func style(of word: Substring) -> Style? {
        guard let first = word.utf8.first else { return nil }
        switch first {
        case UInt8(ascii: "h") where word.hasPrefix("https://") || word.hasPrefix("http://"): return link
        case UInt8(ascii: "@"), UInt8(ascii: "#"): return word.utf8.count > 1 ? mention : nil
        default: return nil
        }
    }
}

/// The signs between the words.
struct PostSigns: Sendable {
    let separator: String
    let repost: String
    let reply: String

    init(_ characters: CharacterSet) {
        switch characters {
        case .utf8: (separator, repost, reply) = (" · ", "↻ ", "↩ ")
        case .ascii: (separator, repost, reply) = (" - ", "> ", "< ")
        }
    }
}
