/// A request as the test service saw it.
package struct LoggedRequest: Decodable, Sendable {
    package struct Verdict: Decodable, Sendable {
        package let valid: Bool
        /// What oauthlib said against the form of the request, before any signature was looked at.
        package let problem: String?
        package let consumerKey: String?
        package let token: String?
        package let signature: Bool?
        package let timestamp: Bool?

        enum CodingKeys: String, CodingKey {
            case valid, problem, token, signature, timestamp
            case consumerKey = "consumer_key"
        }
    }

    package let method: String
    package let path: String
    package let query: String
    /// The decoded form, in order.
    package let form: [[String]]
    package let headers: [[String]]
    package let body: String
    /// The body byte for byte, in base 64.
    package let bodyBase64: String
    /// The status answered, or nil where the connection was closed instead.
    package let status: Int?
    /// Nil for requests that need no signature, and for those not carried out.
    package let verdict: Verdict?

    enum CodingKeys: String, CodingKey {
        case method, path, query, form, headers, body, status, verdict
        case bodyBase64 = "body_base64"
    }

    /// The first value of a header, its name in any case.
    package func header(_ name: String) -> String? {
        headers.first { $0[0].lowercased() == name.lowercased() }?[1]
    }

    /// The first value of a parameter of the form.
    package func formValue(_ name: String) -> String? {
        form.first { $0[0] == name }?[1]
    }
}

/// A post as the test service keeps it.
package struct PostedText: Decodable, Sendable, Equatable {
    package let id: String
    package let user: String
    package let text: String
    package let deleted: Bool
    package let replyTo: String?

    enum CodingKeys: String, CodingKey {
        case id, user, text, deleted
        case replyTo = "reply_to"
    }
}
