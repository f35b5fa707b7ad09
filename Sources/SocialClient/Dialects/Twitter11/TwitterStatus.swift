import AccountModel
import FoundationEssentials

/// A tweet in any of the shapes in which API v1.1 and its relatives send one.
struct TwitterStatus: Decodable {
    var id: String
    private var createdAt: String?
    private var text: String?
    private var user: TwitterUser?
    private var replyTo: String?
    private var reposted: [TwitterStatus]
    private var counts: Post.Counts
    private var entities: TwitterEntities
    private var externalURL: String?

    /// Nil where the body is not a tweet with an id.
    init?(json body: [UInt8]) {
        guard let status = try? JSONDecoder.ofAnswers().decode(TwitterStatus.self, from: Data(body)) else { return nil }
        self = status
    }

    private enum CodingKeys: String, CodingKey {
        case id, idStr, createdAt, text, fullText, extendedTweet, user, inReplyToStatusId
        case inReplyToStatusIdStr, retweetedStatus, replyCount, retweetCount, favoriteCount, entities
        case extendedEntities, externalUrl
    }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        guard let id = object.id(.idStr, .id) else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: object, debugDescription: "no id")
        }
        self.id = id
        // A tweet over 140 characters may come cut, with the whole of it in a tweet of its own.
        let whole = object.lenient(.extendedTweet, as: WholeTweet.self)
        text = whole?.fullText ?? object.lenient(.fullText) ?? object.lenient(.text)
        entities =
            whole?.allEntities
            ?? TwitterEntities(
                object.lenient(.entities), media: object.lenient(.extendedEntities))
        createdAt = object.lenient(.createdAt)
        user = object.lenient(.user)
        replyTo = object.id(.inReplyToStatusIdStr, .inReplyToStatusId)
        reposted = object.lenient(.retweetedStatus, as: TwitterStatus.self).map { [$0] } ?? []
        counts = Post.Counts(
            replies: object.count(.replyCount), reposts: object.count(.retweetCount),
            likes: object.count(.favoriteCount))
        externalURL = object.lenient(.externalUrl)
    }

    private struct WholeTweet: Decodable {
        var fullText: String
        var entities: TwitterEntities?
        var extendedEntities: TwitterEntities?

        var allEntities: TwitterEntities { TwitterEntities(entities, media: extendedEntities) }
    }

    func post(of service: Service) -> Post {
        let original = reposted.first?.post(of: service)
        return Post(
            id: id, service: service.description, createdAt: createdAt.flatMap(ServiceTime.date),
            text: wholeText(repostOf: original), author: user?.author, replyTo: replyTo,
            repost: original.map(Repost.init(of:)), counts: counts, links: entities.links, media: entities.media,
            url: address(at: service))
    }

    /// The text of a repost comes cut even where the answer says that it does not: it is made again from the original.
    private func wholeText(repostOf original: Post?) -> String {
        if let original, let name = original.author?.username { return "RT @\(name): \(original.text)" }
        return Markup.unescaped(text ?? "")
    }

    private func address(at service: Service) -> String? {
        if let externalURL { return externalURL }
        guard service == .twitter, let name = user?.author?.username else { return nil }
        return "https://x.com/\(name)/status/\(id)"
    }
}

extension KeyedDecodingContainer {
    /// A number, or text such as `100+`.
    fileprivate func count(_ key: Key) -> Post.Count? {
        if let number = lenient(key, as: Int.self) { return .exact(number) }
        return lenient(key, as: String.self).map { Int($0).map(Post.Count.exact) ?? .words($0) }
    }
}
