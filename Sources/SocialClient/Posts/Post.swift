public import FoundationEssentials

/// A post as a service tells it. What the service does not tell is nil.
public struct Post: Sendable, Equatable {
    /// The service's id with every digit, never as a number: ids are longer than a double is exact.
    public var id: String
    /// The service's canonical name: `twitter`.
    public var service: String
    /// When it was posted.
    public var createdAt: Date?
    /// In full and unescaped; of a repost, `RT @name: ` and the whole text of the other.
    public var text: String
    /// The text for people: short addresses replaced by where they lead, those of pictures at its end left out.
    public var shownText: String
    /// Who posted it.
    public var author: Author?
    /// The id of the post that this one answers.
    public var replyTo: String?
    /// The post that this one passes on.
    public var repost: Repost?
    /// How often others answered, passed it on and liked it.
    public var counts: Counts
    /// The addresses in the text, in their order.
    public var links: [Link]
    /// Pictures and films, in their order.
    public var media: [Media]
    /// The address at which a person sees the post.
    public var url: String?
    /// Who may see it; nil where the service does not tell, or has a word of its own for it.
    public var visibility: Visibility?
    /// What its author wants people to read before they see the text. ``text`` begins with it, ``shownText`` does not.
    public var contentWarning: String?
    /// The question that hangs on it.
    public var poll: Poll?

    /// How often others answered, passed on and liked the post.
    public struct Counts: Sendable, Equatable {
        /// Answers to it.
        public var replies: Count?
        /// How often it was passed on.
        public var reposts: Count?
        /// How many like it.
        public var likes: Count?

        /// Makes counts of those that are known.
        public init(replies: Count? = nil, reposts: Count? = nil, likes: Count? = nil) {
            self.replies = replies
            self.reposts = reposts
            self.likes = likes
        }
    }

    /// A number, or what a service says instead: `100+`.
    public enum Count: Sendable, Equatable {
        /// So many.
        case exact(Int)
        /// The service's words.
        case words(String)
    }

    /// An address in the text of a post.
    public struct Link: Sendable, Equatable {
        /// As it stands for people: `example.com/a…`.
        public var shown: String
        /// Where it leads.
        public var url: String

        /// Makes a link of its parts.
        public init(shown: String, url: String) {
            self.shown = shown
            self.url = url
        }
    }

    /// A picture or a film of a post.
    public struct Media: Sendable, Equatable {
        /// The service's word: `photo`, `video`, `animated_gif`.
        public var kind: String
        /// Where it is.
        public var url: String
        /// The description for those who do not see it.
        public var alt: String?

        /// Makes a value of its parts.
        public init(kind: String, url: String, alt: String? = nil) {
            self.kind = kind
            self.url = url
            self.alt = alt
        }
    }

    /// Makes a post of the parts that are known; `shownText` is the text where it is not given.
    public init(
        id: String, service: String, createdAt: Date? = nil, text: String, shownText: String? = nil,
        author: Author? = nil, replyTo: String? = nil, repost: Repost? = nil, counts: Counts = Counts(),
        links: [Link] = [],
        media: [Media] = [], url: String? = nil, visibility: Visibility? = nil, contentWarning: String? = nil,
        poll: Poll? = nil
    ) {
        self.id = id
        self.service = service
        self.createdAt = createdAt
        self.text = text
        self.shownText = shownText ?? text
        self.author = author
        self.replyTo = replyTo
        self.repost = repost
        self.counts = counts
        self.links = links
        self.media = media
        self.url = url
        self.visibility = visibility
        self.contentWarning = contentWarning
        self.poll = poll
    }
}

/// The post that another one passes on.
public struct Repost: Sendable, Equatable {
    private let posts: [Post]

    /// Passes on a post.
    public init(of post: Post) {
        // A struct cannot hold itself; an array of one can.
        posts = [post]
    }

    /// The post that is passed on.
    public var post: Post { posts[0] }
}
