/// How the test service behaves where services differ, or misbehave; what is nil stays as it is.
///
/// Tests/TestService/options.py says what each one does.
package struct ServiceOptions: Encodable, Sendable {
    package enum Shape: String, Encodable, Sendable {
        case twitter, gnusocial
    }

    /// How v1.1 gives texts, whatever the request asks.
    package enum Text: String, Encodable, Sendable {
        case fullText = "full_text"
        case whole, cut
        case extendedTweet = "extended_tweet"
    }

    package enum Search: String, Encodable, Sendable {
        case statuses, results, array
    }

    package var shape: Shape?
    package var text: Text?
    package var search: Search?
    /// False: ids are numbers alone.
    package var idStrings: Bool?
    /// Whether more than the public timeline can be read without a signature.
    package var unsigned: Bool?
    package var wrapsLinks: Bool?
    /// An empty page of v2 has `"data": []`.
    package var emptyData: Bool?
    /// A page has at most so many posts, whatever is asked.
    package var pageLimit: Int?
    /// A post arrives after each page.
    package var busy: Bool?
    /// Every page is the first one.
    package var stuck: Bool?
    /// The longest post in GNU social's shape; 0 is none.
    package var textLimit: Int?
    /// v2 takes replies only to those who named the account.
    package var summoned: Bool?
    /// OAuth 2.0: whether an answer says how long its token lives; seconds for which codes live.
    package var life: Life?
    package var codeLife: Double?
    /// Whether there is a refresh token, and whether each can be used once alone.
    package var givesRefresh: Bool?
    package var rotates: Bool?
    /// Whether an app gets a token for itself.
    package var givesAppTokens: Bool?
    /// The scopes that a person allows, with blanks between.
    package var allows: String?
    package var deviceLife: Double?

    /// How long an access token lives.
    package enum Life: Encodable, Sendable {
        case seconds(Int)
        /// For ever, and the answer does not say.
        case untold

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .seconds(let seconds): try container.encode(seconds)
            case .untold: try container.encodeNil()
            }
        }
    }

    package init() {}

    enum CodingKeys: String, CodingKey {
        case shape, text, search, unsigned, busy, stuck, summoned, rotates, allows
        case life = "expires_in"
        case codeLife = "code_life"
        case givesAppTokens = "gives_app_tokens"
        case givesRefresh = "gives_refresh"
        case deviceLife = "device_life"
        case idStrings = "id_str"
        case wrapsLinks = "wrap_links"
        case emptyData = "empty_data"
        case pageLimit = "page_limit"
        case textLimit = "text_limit"
    }
}
