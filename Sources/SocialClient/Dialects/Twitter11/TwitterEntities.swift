/// The links and pictures of a tweet as API v1.1 sends them beside the text.
struct TwitterEntities: Decodable {
    private(set) var links: [Post.Link] = []
    private(set) var media: [Post.Media] = []

    private enum CodingKeys: String, CodingKey {
        case urls, media
    }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        links = object.lenient(.urls, as: LenientArray<Address>.self)?.elements.compactMap(\.link) ?? []
        media = object.lenient(.media, as: LenientArray<Medium>.self)?.elements.compactMap(\.media) ?? []
    }

    /// The extended entities have all the pictures, where the plain ones have the first.
    init(_ plain: TwitterEntities?, media extended: TwitterEntities?) {
        links = plain?.links ?? []
        media = extended?.media ?? plain?.media ?? []
    }

    private struct Address: Decodable {
        var url: String?
        var expandedUrl: String?
        var displayUrl: String?

        var link: Post.Link? {
            guard let target = expandedUrl ?? url else { return nil }
            return Post.Link(shown: displayUrl ?? target, url: target)
        }
    }

    private struct Medium: Decodable {
        struct Video: Decodable {
            struct Variant: Decodable {
                var bitrate: Int?
                var contentType: String?
                var url: String
            }
            var variants: [Variant]

            /// The best film that players understand; a playlist where there is nothing else.
            var best: Variant? {
                let films = variants.filter { $0.contentType == "video/mp4" }
                return films.max { ($0.bitrate ?? 0) < ($1.bitrate ?? 0) } ?? variants.first
            }
        }
        var type: String?
        var mediaUrlHttps: String?
        var mediaUrl: String?
        var extAltText: String?
        var videoInfo: Video?

        var media: Post.Media? {
            guard let url = videoInfo?.best?.url ?? mediaUrlHttps ?? mediaUrl else { return nil }
            return Post.Media(kind: type ?? "photo", url: url, alt: extAltText)
        }
    }
}
