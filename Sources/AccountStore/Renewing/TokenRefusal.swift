import AccountModel

/// How services say that a bearer token is no longer good (RFC 6750, section 3.1).
enum TokenRefusal {
    private static let kind = "invalid_token"

    /// - Parameter body: of an answer with status 401, from its first byte.
    static func isSaid(by headers: [HeaderField], _ body: [UInt8]) -> Bool {
        headers.contains { $0.name.lowercased() == "www-authenticate" && isChallenge($0.value) }
            || OAuth2Refusal.kind(in: body.span) == kind
    }

    /// `Bearer realm="x", error="invalid_token"`, with or without the quotation marks.
    private static func isChallenge(_ value: String) -> Bool {
        let words = value.lowercased().split { !$0.isLetter && $0 != "_" }
        return words.contains("bearer") && zip(words, words.dropFirst()).contains { $0 == "error" && $1 == kind }
    }
}
