import AccountModel

/// A status as Mastodon's API sends one.
struct MastodonStatus {
    private let node: JSONNode
    private let service: Service

    init(_ node: JSONNode, of service: Service) {
        self.node = node
        self.service = service
    }

    /// The status as a post; nil where it has no id.
    var post: Post? {
        post(original: node["reblog"].flatMap { MastodonStatus($0, of: service).post(original: nil) })
    }

    private func post(original: Post?) -> Post? {
        guard let id = node["id"]?.id else { return nil }
        let content = HTMLText(node["content"]?.string ?? "")
        let warning = node["spoiler_text"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        var post = Post(
            id: id, service: service.description, createdAt: node["created_at"]?.string.flatMap(ServiceTime.date),
            text: warning.map { "CW: \($0)\n\n\(content.text)" } ?? content.text, shownText: content.text,
            author: node["account"].flatMap(Author.init(mastodonAccount:)), replyTo: node["in_reply_to_id"]?.id,
            repost: original.map(Repost.init(of:)),
            counts: Post.Counts(
                replies: node["replies_count"]?.count, reposts: node["reblogs_count"]?.count,
                likes: node["favourites_count"]?.count),
            links: content.links, media: node["media_attachments"].elements.compactMap(Post.Media.init(mastodonMedia:)),
            url: node["url"]?.string ?? original?.url ?? node["uri"]?.string,
            visibility: node["visibility"]?.string.flatMap(Visibility.init(rawValue:)), contentWarning: warning,
            poll: node["poll"].flatMap(Poll.init(mastodonPoll:)))
        _ = post.passOnOriginal()
        return post
    }
}

extension Author {
    init?(mastodonAccount account: JSONNode) {
        guard let id = account["id"]?.id, let username = account["acct"]?.string ?? account["username"]?.string else {
            return nil
        }
        self.init(
            id: id, username: username, name: account["display_name"]?.string.flatMap { $0.isEmpty ? nil : $0 },
            description: account["note"]?.string.map { HTMLText($0).text }, picture: account["avatar"]?.string)
    }
}

extension Post.Media {
    fileprivate init?(mastodonMedia medium: JSONNode) {
        // That of a file which the server could not fetch is the one at the author's server.
        let addresses = ["url", "remote_url", "preview_url"]
        guard let url = addresses.lazy.compactMap({ medium[$0]?.string }).first else { return nil }
        self.init(kind: Self.kind(medium["type"]?.string), url: url, alt: medium["description"]?.string)
    }

    /// The words that the other dialects have for the same.
    private static func kind(_ type: String?) -> String {
        switch type {
        case nil, "image": "photo"
        case "gifv": "animated_gif"
        case let type?: type
        }
    }
}

extension Poll {
    fileprivate init?(mastodonPoll poll: JSONNode) {
        let options = poll["options"].elements.compactMap { option in
            option["title"]?.string.map { Option(text: $0, votes: option["votes_count"]?.integer) }
        }
        guard !options.isEmpty else { return nil }
        self.init(options: options, isClosed: poll["expired"]?.isTrue ?? false)
    }
}
