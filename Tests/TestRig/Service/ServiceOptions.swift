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

    package init() {}

    enum CodingKeys: String, CodingKey {
        case shape, text, search, unsigned, busy, stuck, summoned
        case idStrings = "id_str"
        case wrapsLinks = "wrap_links"
        case emptyData = "empty_data"
        case pageLimit = "page_limit"
        case textLimit = "text_limit"
    }
}
