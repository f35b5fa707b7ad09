import FoundationEssentials

/// The JSON form that other programs read: ids are strings, times RFC 3339 in UTC, what is not known is `null`.
extension Post: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id, service
        case createdAt = "created_at"
        case text, author
        case replyTo = "reply_to"
        case repostOf = "repost_of"
        case counts, links, media, url
    }

    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(id, forKey: .id)
        try object.encode(service, forKey: .service)
        try object.encode(createdAt?.formatted(.iso8601), forKey: .createdAt)
        try object.encode(text, forKey: .text)
        try object.encode(author, forKey: .author)
        try object.encode(replyTo, forKey: .replyTo)
        try object.encode(repost?.post, forKey: .repostOf)
        try object.encode(counts, forKey: .counts)
        try object.encode(links, forKey: .links)
        try object.encode(media, forKey: .media)
        try object.encode(url, forKey: .url)
    }
}

extension Author: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id, username, name, description, picture
    }

    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(id, forKey: .id)
        try object.encode(username, forKey: .username)
        try object.encode(name, forKey: .name)
        try object.encode(description, forKey: .description)
        try object.encode(picture, forKey: .picture)
    }
}

extension Post.Counts: Encodable {
    private enum CodingKeys: String, CodingKey {
        case replies, reposts, likes
    }

    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(replies, forKey: .replies)
        try object.encode(reposts, forKey: .reposts)
        try object.encode(likes, forKey: .likes)
    }
}

extension Post.Count: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .exact(let number): try value.encode(number)
        case .words(let words): try value.encode(words)
        }
    }
}

extension Post.Link: Encodable {
    private enum CodingKeys: String, CodingKey {
        case shown, url
    }

    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(shown, forKey: .shown)
        try object.encode(url, forKey: .url)
    }
}

extension Post.Media: Encodable {
    private enum CodingKeys: String, CodingKey {
        case kind, url, alt
    }

    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(kind, forKey: .kind)
        try object.encode(url, forKey: .url)
        try object.encode(alt, forKey: .alt)
    }
}

extension Post {
    /// The post as one line of JSON, keys sorted.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
