import AccountModel

/// An answer of API v2: posts, and apart from them the people, posts and pictures that they speak of.
struct Twitter2Answer {
    private let root: JSONNode
    private let service: Service
    private let authors: [String: Author]
    private let posts: [String: JSONNode]
    private let media: [String: JSONNode]

    /// Nil for a body that is not JSON.
    init?(_ body: [UInt8], of service: Service) {
        guard let root = JSONDocument(body)?.root else { return nil }
        self.root = root
        self.service = service
        let included = root["includes"]
        authors = Self.index(included?["users"]) { user in
            Author(twitter2User: user).map { ($0.id, $0) }
        }
        posts = Self.index(included?["tweets"]) { post in post["id"]?.id.map { ($0, post) } }
        media = Self.index(included?["media"]) { medium in medium["media_key"]?.id.map { ($0, medium) } }
    }

    private static func index<Value>(
        _ list: JSONNode?, _ entry: (JSONNode) -> (String, Value)?
    ) -> [String: Value] {
        Dictionary(list.elements.lazy.compactMap(entry)) { first, _ in first }
    }

    /// The one post that was asked for; nil where there is none with an id.
    var post: Post? {
        root["data"].flatMap { post($0, isInner: false) }
    }

    /// Nil where there is nothing but a complaint, or neither posts nor the word that there are none.
    var page: PostPage? {
        let meta = root["meta"]
        let missing = Array(root["errors"].elements)
        guard root["data"]?.isArray == true else {
            guard missing.isEmpty, meta?["result_count"]?.integer == 0 else { return nil }
            return PostPage(posts: [], next: meta?["next_token"]?.string)
        }
        var page = PostPage(posts: [], unreadable: missing.count(where: Self.isPost), next: meta?["next_token"]?.string)
        for element in root["data"].elements {
            if let post = post(element, isInner: false) {
                page.posts.append(post)
            } else {
                page.unreadable += 1
            }
        }
        return page
    }

    /// Whether what is missing is a post, and not one's author or picture.
    private static func isPost(_ fault: JSONNode) -> Bool {
        ["tweet", "post", nil].contains(fault["resource_type"]?.string)
    }

    // MARK: - One post

    private func post(_ node: JSONNode, isInner: Bool) -> Post? {
        guard let id = node["id"]?.id else { return nil }
        let references = node["referenced_tweets"]
        let original = isInner ? nil : Self.reference("retweeted", in: references).flatMap { posts[$0] }
        let author = node["author_id"]?.id.flatMap { authors[$0] }
        // A text over 280 characters comes cut, with the whole of it and its own entities in a note.
        let whole = node["note_tweet"].flatMap { $0["text"]?.string == nil ? nil : $0 } ?? node
        var entities = TwitterEntities(whole["entities"])
        entities.media =
            (node["attachments"]?["media_keys"]).map { keys in
                keys.elements.compactMap { $0.id.flatMap { media[$0] }.flatMap(Post.Media.init(twitter2Media:)) }
            } ?? []
        let counts = node["public_metrics"]
        var post = Post(
            id: id, service: service.description, createdAt: node["created_at"]?.string.flatMap(ServiceTime.date),
            text: Markup.unescaped(whole["text"]?.string ?? ""), author: author,
            replyTo: Self.reference("replied_to", in: references),
            repost: original.flatMap { self.post($0, isInner: true) }.map(Repost.init(of:)),
            counts: Post.Counts(
                replies: counts?["reply_count"]?.count, reposts: counts?["retweet_count"]?.count,
                likes: counts?["like_count"]?.count),
            links: entities.links, media: entities.media, url: address(id, author: author))
        post.showText(with: entities)
        return post
    }

    private static func reference(_ kind: String, in references: JSONNode?) -> String? {
        references.elements.first { $0["type"]?.string == kind }?["id"]?.id
    }

    /// A post is found by its id, whatever name stands in the address.
    private func address(_ id: String, author: Author?) -> String? {
        service == .twitter ? "https://x.com/\(author?.username ?? "i")/status/\(id)" : nil
    }
}

extension Author {
    init?(twitter2User user: JSONNode) {
        guard let id = user["id"]?.id, let username = user["username"]?.string else { return nil }
        self.init(
            id: id, username: username, name: user["name"]?.string, description: user["description"]?.string,
            picture: user["profile_image_url"]?.string)
    }
}

extension Post.Media {
    fileprivate init?(twitter2Media medium: JSONNode) {
        let film = TwitterEntities.bestFilm(medium["variants"], rate: "bit_rate")
        guard let url = film ?? medium["url"]?.string ?? medium["preview_image_url"]?.string else { return nil }
        self.init(kind: medium["type"]?.string ?? "photo", url: url, alt: medium["alt_text"]?.string)
    }
}
