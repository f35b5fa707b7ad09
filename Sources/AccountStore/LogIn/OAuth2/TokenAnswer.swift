import FoundationEssentials
import SecretBytes

/// What a service answers where tokens are given and renewed (RFC 6749, section 5.1).
struct TokenAnswer: Sendable {
    /// Why an answer of success is none, for the middle of a sentence: `no access_token`.
    struct Unusable: Error, Hashable {
        var reason: String
    }

    /// Seconds in a century: a life that is longer is a mistake, and would overflow a date.
    static let longestLife = 3_155_760_000

    var accessToken: SharedSecret
    var refreshToken: SharedSecret?
    /// Seconds that the access token lives from now on; `nil` where the service does not say, or says nothing that can be: a
    /// token without a life would be renewed at each use.
    var life: Int?
    /// With blanks between; `nil` where it is the one that was asked for.
    var scope: String?

    init(_ body: Span<UInt8>) throws(Unusable) {
        guard let members = try? JSONText.members(of: body) else { throw Unusable(reason: "no JSON object") }
        func value(_ name: String) -> Range<Int>? { members.first { $0.name == name }?.value }
        func text(_ name: String) -> String? { value(name).flatMap { JSONText.text(body, $0) } }
        func secret(_ name: String) -> SharedSecret? {
            value(name).flatMap { JSONText.secret(body, $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let accessToken = secret("access_token") else { throw Unusable(reason: "no access_token") }
        guard TokenAnswer.isPlain(accessToken) else {
            throw Unusable(reason: "an access_token that no header field can carry")
        }
        // Services that leave it out mean the one type that there is; another type is used in another way.
        guard let type = text("token_type") ?? (value("token_type") == nil ? "bearer" : nil),
            type.lowercased() == "bearer"
        else { throw Unusable(reason: "a token_type that is not bearer") }
        self.accessToken = accessToken
        refreshToken = secret("refresh_token")
        life = value("expires_in").flatMap { TokenAnswer.seconds(body, $0) }
        scope = text("scope").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The token as it is kept.
    ///
    /// - Parameters:
    ///   - asked: the scope that was asked for, which holds where the answer tells none (RFC 6749, section 5.1).
    ///   - older: the refresh token so far, which stays where no new one came (RFC 6749, section 6).
    func token(
        clientID: String?, clientSecret: SharedSecret?, asked: String?, older: SharedSecret? = nil, at now: Date
    ) -> BearerToken {
        BearerToken(
            clientID: clientID, clientSecret: clientSecret, accessToken: accessToken,
            refreshToken: refreshToken ?? older, issued: now, expires: life.map { now.addingTimeInterval(Double($0)) },
            scope: scope ?? asked)
    }

    /// A whole number, which some services put into quotes or write with a fraction.
    private static func seconds(_ body: Span<UInt8>, _ range: Range<Int>) -> Int? {
        let text = JSONText.text(body, range) ?? String(decoding: JSONText.raw(body, range), as: UTF8.self)
        guard let number = Double(text), number >= 1, number <= Double(longestLife) else { return nil }
        return Int(number)
    }

    /// RFC 6749, appendix A.12: printable ASCII.
    private static func isPlain(_ token: SharedSecret) -> Bool {
        token.withSpan { bytes in bytes.indices.allSatisfy { (0x21...0x7E).contains(bytes[$0]) } }
    }
}
