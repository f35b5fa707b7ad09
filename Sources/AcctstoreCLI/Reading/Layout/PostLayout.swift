import FoundationEssentials
import SocialClient
import TerminalText

/// Lays out a post for people: who, when, the text, what hangs on it, and the id for the next command.
///
///     ↻ Bob reposted · 2 h
///     Ada Lovelace @ada · 27 Oct 2010
///       The text, wrapped, with its links in full.
///       photo: what it shows https://pic.example/1.jpg
///       2 replies · 5 reposts · 267081518403440641
package struct PostLayout: Sendable {
    /// How much is told.
    enum Detail: Sendable {
        /// In a timeline.
        case brief
        /// Of a single post: the time to the minute, and its address.
        case full
    }

    /// Columns; `nil` where lines are not wrapped, as in a pipe.
    var width: Int?
    var isColored: Bool
    var characters: CharacterSet
    var detail: Detail
    var age: PostAge
    /// Room for profile pictures; `nil` where none are shown.
    var room: PictureRoom?

    /// Longer lines are hard to read.
    private static let widest = 96
    /// Below it the text is not indented.
    private static let narrow = 40

    func block(of post: Post, picture: Picture? = nil) -> PostBlock {
        var block = PostBlock(room: room, picture: picture)
        let shown = post.repost?.post ?? post
        if post.repost != nil { add(repostLine(post), to: &block) }
        add(header(shown), to: &block)
        if let id = shown.replyTo { add(replyLine(id), indent: indent, to: &block) }
        if let warning = shown.contentWarning { add(warningLine(warning), indent: indent, to: &block) }
        for paragraph in paragraphs(of: shown) { add(paragraph, indent: indent, to: &block) }
        for line in attachments(of: shown) { add(line, indent: indent, to: &block) }
        if detail == .full, let url = shown.url { add(link(url), indent: indent, to: &block) }
        add(footer(shown), indent: indent, to: &block)
        block.fill()
        return block
    }

    // MARK: - The parts

    private func repostLine(_ post: Post) -> StyledText {
        var line = StyledText()
        line.append(signs.repost, PostStyles.aside)
        let name = post.author.map { $0.name ?? "@\($0.username)" } ?? "somebody"
        line.append(field: clean(name), PostStyles.aside)
        line.append(" reposted", PostStyles.aside)
        addTime(of: post, to: &line)
        if detail == .full { line.append("\(signs.separator)\(clean(post.id))", PostStyles.aside) }
        return line
    }

    private func header(_ post: Post) -> StyledText {
        var line = StyledText()
        if let author = post.author {
            if let name = author.name.map(clean), !name.isEmpty {
                line.append(field: name, PostStyles.name)
                line.append(" ")
            }
            line.append(field: clean("@\(author.username)"), PostStyles.handle)
        } else {
            line.append("somebody", PostStyles.name)
        }
        addTime(of: post, to: &line)
        if let visibility = post.visibility, visibility != .everybody {
            line.append(signs.separator, PostStyles.aside)
            line.append(visibility.rawValue, PostStyles.aside, isUnbreakable: true)
        }
        return line
    }

    private func warningLine(_ warning: String) -> StyledText {
        var line = StyledText()
        line.append("CW: ", PostStyles.aside)
        line.append(field: clean(warning), PostStyles.name)
        return line
    }

    private func addTime(of post: Post, to line: inout StyledText) {
        guard let seconds = post.createdAt.flatMap({ Int(exactly: $0.timeIntervalSince1970.rounded(.down)) }) else {
            return
        }
        line.append(signs.separator, PostStyles.aside)
        line.append(detail == .full ? age.full(seconds) : age.brief(seconds), PostStyles.aside, isUnbreakable: true)
    }

    private func replyLine(_ id: String) -> StyledText {
        var line = StyledText()
        line.append("\(signs.reply)in reply to ", PostStyles.aside)
        line.append(field: clean(id), PostStyles.aside)
        return line
    }

    private func paragraphs(of post: Post) -> [StyledText] {
        guard !post.shownText.isEmpty else { return [] }
        let links = isColored ? Set(post.links.map(\.shown)) : []
        return FieldText.paragraphs(post.shownText).map { paragraph in
            var line = StyledText()
            let shown = characters.text(paragraph)
            if isColored {
                line.append(field: shown, .plain) { word in
                    PostStyles.style(of: word) ?? (links.contains(String(word)) ? PostStyles.link : nil)
                }
            } else {
                line.append(field: shown)
            }
            return line
        }
    }

    /// Where links lead whose text does not say it whole, and media with what they show.
    private func attachments(of post: Post) -> [StyledText] {
        post.links.filter { !tells($0, in: post.shownText) }.map { link($0.url) }
            + (post.poll.map { [pollLine($0)] } ?? [])
            + post.media.map { media in
                var line = StyledText()
                let kind = media.kind == "animated_gif" ? "animation" : clean(media.kind)
                line.append("\(kind): ", PostStyles.aside)
                if let alt = media.alt, !alt.isEmpty {
                    line.append(field: clean(alt))
                    line.append(" ")
                }
                line.append(field: clean(media.url), PostStyles.link)
                return line
            }
    }

    /// `poll: tea 3 · coffee 1 · closed`
    private func pollLine(_ poll: Poll) -> StyledText {
        var line = StyledText()
        line.append("poll: ", PostStyles.aside)
        for (index, option) in poll.options.enumerated() {
            if index > 0 { line.append(signs.separator, PostStyles.aside) }
            line.append(field: clean(option.text))
            if let votes = option.votes { line.append(" \(votes)", PostStyles.aside) }
        }
        if poll.isClosed { line.append("\(signs.separator)closed", PostStyles.aside) }
        return line
    }

    /// Whether the text says where a link leads. Services leave out the scheme.
    private func tells(_ link: Post.Link, in text: String) -> Bool {
        let isWhole = ["", "https://", "http://"].contains { link.url == $0 + link.shown }
        return isWhole && text.contains(link.shown)
    }

    private func link(_ url: String) -> StyledText {
        var line = StyledText()
        line.append(field: clean(url), PostStyles.link)
        return line
    }

    private func footer(_ post: Post) -> StyledText {
        var line = StyledText()
        for (count, one, many) in [
            (post.counts.replies, "reply", "replies"), (post.counts.reposts, "repost", "reposts"),
            (post.counts.likes, "like", "likes"),
        ] {
            guard let words = words(count, one, many) else { continue }
            line.append(words, PostStyles.aside, isUnbreakable: true)
            line.append(signs.separator, PostStyles.aside)
        }
        line.append(field: clean(post.id), PostStyles.aside)
        return line
    }

    /// `nil` for none.
    private func words(_ count: Post.Count?, _ one: String, _ many: String) -> String? {
        switch count {
        case nil, .exact(0): nil
        case .exact(1): "1 \(one)"
        case .exact(let number): "\(number) \(many)"
        case .words(let words): "\(clean(words)) \(many)"
        }
    }

    // MARK: - Onto the block

    private var signs: PostSigns { PostSigns(characters) }

    private var indent: Int { room == nil && width ?? Self.widest >= Self.narrow ? 2 : 0 }

    private func clean(_ field: String) -> String {
        characters.text(FieldText.line(field))
    }

    private func add(_ text: StyledText, indent: Int = 0, to block: inout PostBlock) {
        let taken = indent + (room.map { $0.columns + PictureRoom.gap } ?? 0)
        let columns = width.map { max(min($0, Self.widest) - taken, 1) } ?? Int.max
        text.forEachLine(width: columns, isColored: isColored) { block.addLine($0, indent: indent) }
    }
}
