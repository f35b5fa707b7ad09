/// A post that was at the test service before the test began; Tests/TestService/seed.py says it all.
package struct SeededPost: Encodable, Sendable {
    /// What a service may say of how often something was done.
    package enum Count: Encodable, Sendable, Equatable, ExpressibleByIntegerLiteral {
        case exactly(Int)
        /// `"100+"`, as a text.
        case words(String)
        case null
        /// The field is not there.
        case missing

        package init(integerLiteral value: Int) {
            self = .exactly(value)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .exactly(let count): try container.encode(count)
            case .words(let words): try container.encode(words)
            case .null: try container.encodeNil()
            case .missing: try container.encode("missing")
            }
        }
    }

    package struct Medium: Encodable, Sendable {
        package var kind: String
        /// One of the service's own pictures where nil.
        package var url: String?
        package var alt: String?

        package init(kind: String = "photo", url: String? = nil, alt: String? = nil) {
            self.kind = kind
            self.url = url
            self.alt = alt
        }
    }

    package var user: String
    package var text: String
    package var id: String?
    /// Seconds since 1970.
    package var created: Double?
    /// The ids of other posts.
    package var repostOf: String?
    package var replyTo: String?
    package var quoteOf: String?
    package var media: [Medium] = []
    /// By `replies`, `reposts` and `likes`.
    package var counts: [String: Count] = [:]
    /// The way in which entities say their place wrongly: a word of `WRONG` in markup.py.
    package var indices: String?
    /// What stands in lists in place of the post: a word of `BROKEN` in seed.py.
    package var broken: String?
    /// So many of it, with `{n}` in the text for 1, 2, ….
    package var count: Int?

    /// - Parameter user: the author, who is made up where the service does not know the name.
    package init(_ text: String = "", by user: String = "bob", id: String? = nil, count: Int? = nil) {
        self.text = text
        self.user = user
        self.id = id
        self.count = count
    }

    package static func broken(_ kind: String) -> SeededPost {
        var post = SeededPost()
        post.broken = kind
        return post
    }

    package static func repost(of id: String, by user: String) -> SeededPost {
        var post = SeededPost(by: user)
        post.repostOf = id
        return post
    }

    package static func reply(_ text: String, to id: String, by user: String) -> SeededPost {
        var post = SeededPost(text, by: user)
        post.replyTo = id
        return post
    }

    enum CodingKeys: String, CodingKey {
        case user, text, id, created, media, counts, indices, broken, count
        case repostOf = "repost_of"
        case replyTo = "reply_to"
        case quoteOf = "quote_of"
    }
}

/// A person whom the seed adds, or changes.
package struct SeededUser: Encodable, Sendable {
    package var screenName: String
    package var name: String?
    package var id: String?
    package var about: String?
    /// The address of the picture; one of the service's own where nil.
    package var picture: String?

    package init(_ screenName: String, name: String? = nil, id: String? = nil) {
        self.screenName = screenName
        self.name = name
        self.id = id
    }

    enum CodingKeys: String, CodingKey {
        case name, id, picture
        case screenName = "screen_name"
        case about = "description"
    }
}
