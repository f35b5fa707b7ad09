import AccountModel
import SecretBytes

/// What a service says of a bearer token in an answer with status 401.
enum TokenRefusal: Sendable {
    /// It is no longer good (RFC 6750, section 3.1).
    case ended
    /// It is not accepted, and there is no reason: X's API v2 answers so to a token that it ended before its time.
    case unexplained

    private static let kind = "invalid_token"

    /// `nil` where another reason is given.
    ///
    /// - Parameter body: from its first byte.
    init?(_ headers: [HeaderField], _ body: [UInt8]) {
        let fault = ServiceFault(body: body)
        let kind = OAuth2Refusal.kind(in: body.span)
        let reasons = headers.filter { $0.name.lowercased() == "www-authenticate" }.compactMap { field in
            TokenRefusal.reason(in: field.value)
        }
        if fault.code == TwitterCode.invalidToken || kind == TokenRefusal.kind || reasons.contains(TokenRefusal.kind) {
            self = .ended
        } else if fault.code ?? 401 == 401, fault.problem == nil, kind == nil, reasons.isEmpty {
            self = .unexplained
        } else {
            return nil
        }
    }

    /// `invalid_token` of `Bearer realm="x", error="invalid_token"`, with or without the quotation marks.
    private static func reason(in challenge: String) -> String? {
        let words = challenge.lowercased().split { !$0.isLetter && $0 != "_" }
        guard words.contains("bearer") else { return nil }
        return zip(words, words.dropFirst()).first { $0.0 == "error" }.map { String($0.1) }
    }

    /// What a renewal is for, where the token is refused in this way.
    func occasion(_ token: SharedSecret) -> TokenRenewal.Occasion {
        switch self {
        case .ended: .instead(of: token)
        case .unexplained: .doubted(token)
        }
    }
}
