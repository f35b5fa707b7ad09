import AccountModel

/// A tweet in any of the shapes in which API v1.1 and its relatives send one.
struct TwitterStatus {
    private let node: JSONNode
    private let service: Service

    init(_ node: JSONNode, of service: Service) {
        self.node = node
        self.service = service
    }

    /// The tweet as a post; nil where it has no id.
    var post: Post? {
        post(original: node["retweeted_status"].flatMap { TwitterStatus($0, of: service).post(original: nil) })
    }

    private func post(original: Post?) -> Post? {
        guard let id = node.id("id_str", "id") else { return nil }
        // A tweet over 140 characters may come cut, with the whole of it in a tweet of its own.
        let whole = node["extended_tweet"].flatMap { $0["full_text"]?.string == nil ? nil : $0 } ?? node
        let entities = TwitterEntities(whole["entities"], extended: whole["extended_entities"])
        let author = node["user"].flatMap(Author.init(twitterUser:)) ?? Author(twitterSearchResult: node)
        var post = Post(
            id: id, service: service.description,
            createdAt: node["created_at"]?.string.flatMap(ServiceTime.date),
            text: text(of: whole), author: author,
            replyTo: node.id("in_reply_to_status_id_str", "in_reply_to_status_id"),
            repost: original.map(Repost.init(of:)),
            counts: Post.Counts(
                replies: node["reply_count"]?.count, reposts: node["retweet_count"]?.count,
                likes: node["favorite_count"]?.count),
            links: entities.links, media: entities.media, url: address(id, author: author))
        post.showText(with: entities)
        return post
    }

    private func text(of whole: JSONNode) -> String {
        let text = whole["full_text"]?.string ?? node["text"]?.string ?? ""
        // GNU social sends the text as it was typed, and HTML apart from it.
        return node["statusnet_html"] == nil ? Markup.unescaped(text) : text
    }

    private func address(_ id: String, author: Author?) -> String? {
        if let address = node["external_url"]?.string { return address }
        // At GNU social the name of a post may be its address.
        if let name = node["uri"]?.string, name.hasPrefix("https://") || name.hasPrefix("http://") { return name }
        guard service == .twitter, let author else { return nil }
        return "https://x.com/\(author.username)/status/\(id)"
    }
}
