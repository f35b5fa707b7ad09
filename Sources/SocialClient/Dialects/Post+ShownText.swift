extension Post {
    /// Makes the text that is shown. That of a repost comes cut even where the answer says that it does not: both of its
    /// texts are made again from the original.
    mutating func showText(with entities: TwitterEntities) {
        if !passOnOriginal() { shownText = entities.shownText.applied(to: text) }
    }

    /// Takes the texts of the original for its own, and what belongs to them; `false` where it passes on nothing that
    /// has an author.
    mutating func passOnOriginal() -> Bool {
        guard let original = repost?.post, let name = original.author?.username else { return false }
        text = "RT @\(name): \(original.text)"
        shownText = "RT @\(name): \(original.shownText)"
        links = original.links
        media = original.media
        return true
    }
}
