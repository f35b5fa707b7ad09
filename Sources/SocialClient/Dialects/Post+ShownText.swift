extension Post {
    /// Makes the text that is shown. That of a repost comes cut even where the answer says that it does not: both of its
    /// texts are made again from the original, and so is what belongs to them.
    mutating func showText(with entities: TwitterEntities) {
        if let original = repost?.post, let name = original.author?.username {
            text = "RT @\(name): \(original.text)"
            shownText = "RT @\(name): \(original.shownText)"
            links = original.links
            media = original.media
        } else {
            shownText = entities.shownText.applied(to: text)
        }
    }
}
