import FoundationEssentials
import Testing

/// The secret of an account's item.
struct StoredSecret: Decodable {
    let version: Int
    let consumerKey: String
    let consumerSecret: String
    let token: String
    let tokenSecret: String
    let signatureMethod: String
    let urls: [String: String]

    /// That of the only item.
    init(_ items: [KeyringItem]) throws {
        self = try JSONDecoder().decode(StoredSecret.self, from: Data(try #require(items.first).secret.utf8))
    }

    enum CodingKeys: String, CodingKey {
        case version, token, urls
        case consumerKey = "consumer_key"
        case consumerSecret = "consumer_secret"
        case tokenSecret = "token_secret"
        case signatureMethod = "signature_method"
    }
}
