import AccountModel

/// What GNU social does with the text of a post, beyond posting it.
///
/// It takes some texts for commands, does what they say, and answers with the newest post as though that were the text's
/// own; it has no switch for that. And it resolves the character references of HTML in a text.
enum GNUSocialText {
    /// The text as it has to be sent to be posted as it is.
    ///
    /// Throws `inputRefused` for one that would be taken for a command.
    static func encoded(_ text: String) throws(BrokerError) -> String {
        if let word = command(in: text) {
            throw BrokerError(
                .inputRefused, "GNU social takes a text like this for its command \(word), and would not post it",
                nextStep: "begin the text with another word")
        }
        return withReferencesKept(text)
    }

    /// The commands by the number of words that have to follow.
    private static let alone: Set = [
        "help", "login", "subscribers", "subscriptions", "groups", "on", "off", "stop", "quit", "get", "last", "stats",
        "tracks", "tracking",
    ]
    private static let withOneWord: Set = [
        "lose", "on", "off", "join", "drop", "follow", "sub", "leave", "unsub", "get", "last", "repeat", "rp", "rt",
        "rd",
        "whois", "nudge", "invite", "track", "untrack", "fav",
    ]
    private static let withMore: Set = ["r", "reply", "d", "dm", "list", "tag", "unlist", "untag"]

    private static func command(in text: String) -> String? {
        let words = text.split(maxSplits: 3, whereSeparator: \.isWhitespace)
        guard let first = words.first?.lowercased() else { return nil }
        let isCommand =
            switch words.count {
            case 1: alone.contains(first)
            case 2: withOneWord.contains(first)
            default: withMore.contains(first)
            }
        return isCommand ? first : nil
    }

    /// `&lt;` becomes `&amp;lt;`; an `&` that begins no reference stays.
    private static func withReferencesKept(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            result.append(byte)
            guard byte == UInt8(ascii: "&") else { continue }
            let name = bytes[(index + 1)...].prefix(longestName).prefix(while: isOfReference)
            if !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";") {
                result += Array("amp;".utf8)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let longestName = 32

    private static func isOfReference(_ byte: UInt8) -> Bool {
        Unicode.Scalar(byte).isASCIIAlphanumeric || byte == UInt8(ascii: "#")
    }
}
