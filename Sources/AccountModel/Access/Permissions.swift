/// What a program may do with an account.
public struct Permissions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Requests that read: GET and HEAD.
    public static let read = Permissions(rawValue: 1)
    /// Every other request.
    public static let write = Permissions(rawValue: 2)
    /// The token itself.
    public static let reveal = Permissions(rawValue: 4)

    /// What a request with this method needs (RFC 9110: methods are case-sensitive, GET and HEAD are safe).
    public init(method: String) {
        self = method == "GET" || method == "HEAD" ? .read : .write
    }

    /// The words in their fixed order: `["read", "write"]`.
    public var words: [String] {
        Permissions.spelling.filter { contains($0.permission) }.map(\.word)
    }

    /// The permission of one word; `nil` for another word.
    public init?(word: String) {
        guard let found = Permissions.spelling.first(where: { $0.word == word }) else { return nil }
        self = found.permission
    }

    private static let spelling: [(permission: Permissions, word: String)] = [
        (.read, "read"), (.write, "write"), (.reveal, "reveal"),
    ]
}

extension Permissions: LosslessStringConvertible {
    /// `read write`: as it is stored.
    public var description: String {
        words.joined(separator: " ")
    }

    /// Reads words with blanks between; `nil` where one is unknown.
    public init?(_ text: String) {
        var all: Permissions = []
        for word in text.split(separator: " ") {
            guard let one = Permissions(word: String(word)) else { return nil }
            all.insert(one)
        }
        self = all
    }
}
