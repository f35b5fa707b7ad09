import Testing

@testable import OAuth

/// One published request with the signature that its source gives.
struct Vector: Decodable, CustomTestStringConvertible {
    let id: String
    let tags: [String]?
    let method: String?
    let url: String?
    let extraQueryParams: [[String]]?
    let bodyParams: [[String]]
    let bodyRaw: String?
    let consumerKey: String?
    let consumerSecret: String?
    let token: String?
    let tokenSecret: String?
    let timestamp: String?
    let nonce: String?
    let signatureMethod: String?
    let algorithm: String?
    let version: String?
    let realm: String?
    let verifier: String?
    let callback: String?
    let extraOauthParams: [[String]]?
    let rsaKey: String?
    let note: String?
    let expectedBaseString: String?
    let computedBaseString: String?
    let expectedSignature: String?
    let expectedHeader: String?
    let checks: [String: Bool]?

    var testDescription: String { id }

    var baseString: String? { expectedBaseString ?? computedBaseString }
    var query: [RequestParameter] { parameters(extraQueryParams ?? []) }
    var form: [RequestParameter] { parameters(bodyParams) }
    var extra: [RequestParameter] { parameters(extraOauthParams ?? []) }

    /// `oauth_callback` and `oauth_verifier`.
    var logIn: [RequestParameter] {
        [("oauth_callback", callback), ("oauth_verifier", verifier)].compactMap { name, value in
            value.map { RequestParameter(name, $0) }
        }
    }

    func has(_ tag: String) -> Bool { tags?.contains(tag) ?? false }
}

func parameters(_ pairs: [[String]]) -> [RequestParameter] {
    pairs.map { RequestParameter($0[0], $0[1]) }
}
