/// What a client needs to know to speak to a service: where, in which language, and how long a post may be.
public struct ServiceProfile: Hashable, Sendable {
    /// The language of a service's API.
    public enum Dialect: String, Hashable, Sendable {
        /// Twitter's API 1.1, and what speaks it.
        case twitter11 = "twitter-1.1"
        /// X's API 2.
        case twitter2 = "twitter-2"
        /// Mastodon's API.
        case mastodon
        /// Requests are sent; the built-in client can neither post nor read.
        case none
    }

    /// How the length of a post is told.
    public enum Counting: String, Hashable, Sendable {
        /// By the weights of twitter-text 3.
        case weighted
        /// One for each Unicode code point.
        case codepoints
        /// Extended grapheme clusters, with links and remote names shortened.
        case mastodon
    }

    /// The service that this is about.
    public var service: Service
    /// For the person: `Local test server`.
    public var title: String
    /// The language of its API.
    public var dialect: Dialect
    /// The base URL of the API, with a slash at its end.
    public var api: String
    /// The base URL for media; `nil` where it is `api`.
    public var upload: String?
    /// The longest text of a post, in the units of `counting`.
    public var textLimit: Int
    /// How the length of a post is told.
    public var counting: Counting
    /// What a link counts, whatever its length.
    public var urlLength: Int

    /// Makes a profile of its parts; the limits are Twitter's where they are not given.
    public init(
        service: Service, title: String, dialect: Dialect, api: String, upload: String? = nil, textLimit: Int = 280,
        counting: Counting = .weighted, urlLength: Int = 23
    ) {
        self.service = service
        self.title = title
        self.dialect = dialect
        self.api = api
        self.upload = upload
        self.textLimit = textLimit
        self.counting = counting
        self.urlLength = urlLength
    }
}
