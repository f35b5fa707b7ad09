import FoundationEssentials

/// A token of OAuth 2.0 as the test service keeps it.
package struct IssuedToken: Decodable, Sendable {
    package let token: String
    package let revoked: Bool
    /// Whether a refresh token was used; nil for an access token.
    package let used: Bool?
}

/// All tokens of OAuth 2.0 so far, oldest first.
package struct IssuedTokens: Decodable, Sendable {
    package let access: [IssuedToken]
    package let refresh: [IssuedToken]
}

extension TestService {
    /// Does at the address of a log-in by OAuth 2.0 what `person` would, nil for a no; answers where the browser ends.
    ///
    /// - Parameter issuer: the answer names this one (RFC 9207).
    package func visit(_ address: String, as person: Person?, issuer: String? = nil) async throws -> String {
        struct Answer: Decodable { let location: String }
        var pairs = ["url=\(encoded(address))", person.map { "user=\($0.name)" } ?? "deny=1"]
        if let issuer { pairs.append("iss=\(encoded(issuer))") }
        let answer = try await control("POST", "visit?" + pairs.joined(separator: "&"))
        return try JSONDecoder().decode(Answer.self, from: answer).location
    }

    /// Types a device's code as `person` would, nil for a no.
    package func activate(_ userCode: String, as person: Person?) async throws {
        _ = try await control(
            "POST", "activate?user_code=\(userCode)&" + (person.map { "user=\($0.name)" } ?? "deny=1"))
    }

    /// Lets every access token end now.
    package func expireTokens() async throws {
        _ = try await control("POST", "expire")
    }

    /// Every token that was given, oldest first.
    package func issuedTokens() async throws -> IssuedTokens {
        try await JSONDecoder().decode(IssuedTokens.self, from: control("GET", "bearers"))
    }

    private func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let letter = Character(Unicode.Scalar(byte))
            if letter.isLetter || letter.isNumber { return String(letter) }
            return "%" + String(UInt16(byte) + 0x100, radix: 16).dropFirst().uppercased()
        }.joined()
    }
}
