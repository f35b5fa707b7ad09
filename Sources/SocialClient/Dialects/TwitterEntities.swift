/// The links and pictures of a tweet, as either version of the API sends them beside the text.
struct TwitterEntities {
    private(set) var links: [Post.Link] = []
    var media: [Post.Media] = []
    private(set) var shownText = ShownText()

    init() {}

    /// Reads `urls` and `media` of a tweet's entities. The extended ones have all the pictures, the plain ones the first.
    init(_ plain: JSONNode?, extended: JSONNode? = nil) {
        for link in (plain?["urls"]).elements { add(link) }
        for medium in (extended?["media"] ?? plain?["media"]).elements {
            if let media = Self.media(medium) { self.media.append(media) }
            if let address = medium["url"]?.string { shownText.hide(address) }
        }
    }

    private mutating func add(_ link: JSONNode) {
        let address = link["url"]?.string
        // Version 2 has the pictures among the links.
        if let address, link["media_key"] != nil { return shownText.hide(address) }
        guard let target = link["expanded_url"]?.string ?? address else { return }
        let shown = link["display_url"]?.string ?? target
        links.append(Post.Link(shown: shown, url: target))
        if let address { shownText.show(shown, for: address) }
    }

    private static func media(_ medium: JSONNode) -> Post.Media? {
        let film = bestFilm(medium["video_info"]?["variants"], rate: "bitrate")
        guard let url = film ?? medium["media_url_https"]?.string ?? medium["media_url"]?.string else { return nil }
        return Post.Media(kind: medium["type"]?.string ?? "photo", url: url, alt: medium["ext_alt_text"]?.string)
    }

    /// The address of the best film that players understand; of a playlist where there is nothing else.
    static func bestFilm(_ variants: JSONNode?, rate: String) -> String? {
        let best = variants.elements.filter { $0["content_type"]?.string == "video/mp4" }
            .max { ($0[rate]?.integer ?? 0) < ($1[rate]?.integer ?? 0) }
        return best?["url"]?.string ?? variants.elements.lazy.compactMap { $0["url"]?.string }.first
    }
}
