import AccountModel

/// Ids that are numbers of any length, in decimal digits: they are longer than the types that count.
enum PostNumber {
    /// Whether the first number is less than the second.
    static func isLess(_ first: String, _ second: String) -> Bool {
        let (first, second) = (significant(first), significant(second))
        return first.count == second.count ? first.lexicographicallyPrecedes(second) : first.count < second.count
    }

    /// The number before it; nil where that is not above zero, which no post has.
    static func before(_ number: String) -> String? {
        var digits = Array(significant(number))
        guard let last = digits.lastIndex(where: { $0 != UInt8(ascii: "0") }) else { return nil }
        digits[last] -= 1
        for index in digits.indices[(last + 1)...] { digits[index] = UInt8(ascii: "9") }
        let text = String(decoding: digits.drop { $0 == UInt8(ascii: "0") }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    private static func significant(_ number: String) -> Substring.UTF8View {
        number.utf8.drop { $0 == UInt8(ascii: "0") }
    }
}

extension String {
    /// Whether it is a number in decimal digits.
    var isAllDigits: Bool {
        !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The text as an id of a post, before it becomes part of a request.
    ///
    /// Throws `invalidArgument` for anything else than digits.
    func checkedAsPostID() throws(BrokerError) -> String {
        guard isAllDigits else {
            throw BrokerError(
                .invalidArgument, "\(OneLine.joined(self, length: 40)) is not the id of a post: ids are digits")
        }
        return self
    }

    /// The text as an id that is a word, as Mastodon's are, before it becomes part of a request.
    ///
    /// Throws `invalidArgument` for anything else than letters, digits, `-` and `_`.
    func checkedAsOpaqueID() throws(BrokerError) -> String {
        guard isOpaqueID else {
            throw BrokerError(
                .invalidArgument,
                "\(OneLine.joined(self, length: 40)) is not the id of a post: ids are letters and digits")
        }
        return self
    }

    /// Whether it is of what ids are made of: it stays itself in an address, in a shell and on a screen.
    package var isOpaqueID: Bool {
        !isEmpty && utf8.count <= 100 && unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || $0.joinsHostCharacters }
    }
}
