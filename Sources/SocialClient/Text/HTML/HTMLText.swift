/// A piece of HTML, such as servers make of a post, as text that a person can read: paragraphs with an empty line between
/// them, lists with their marks, quotations behind `> `, and links in full.
///
/// Nothing of it is obeyed: what is no text or link is left out, whatever it is.
struct HTMLText {
    /// Without blanks at its ends.
    let text: String
    /// Its links, in their order: as each stands in the text, and where it leads. Mentions and tags are none.
    let links: [Post.Link]

    init(_ html: String) {
        var page = HTMLPage()
        for token in HTMLTokenizer(html) {
            switch token {
            case .text(let bytes): page.add(HTMLReferences.resolved(bytes))
            case .start(let tag): page.begin(tag)
            case .end(let name): page.end(name)
            }
        }
        page.endLink()
        (text, links) = (page.lines.text, page.links)
    }
}

/// What has been read of a piece of HTML.
private struct HTMLPage {
    private(set) var lines = HTMLLines()
    private(set) var links: [Post.Link] = []
    private var link: OpenLink?
    private var preformatted = 0

    private struct OpenLink {
        var target: String
        var isNamed: Bool
        /// Whether the server cut what it shows.
        var isCut = false
    }

    mutating func add(_ text: String) {
        lines.add(text, isPreformatted: preformatted > 0)
    }

    mutating func begin(_ tag: HTMLTag) {
        switch tag.name {
        case "br": lines.breakLine()
        case "p", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "table": lines.beginParagraph()
        case "div", "tr", "dt", "dd", "section", "article", "figure", "figcaption", "details", "summary":
            lines.beginBlock()
        case "td", "th": lines.separate()
        case "pre":
            lines.beginParagraph()
            preformatted += 1
        case "blockquote": lines.beginQuotation()
        case "ul": lines.beginList(isNumbered: false)
        case "ol": lines.beginList(isNumbered: true)
        case "li": lines.beginItem()
        case "img": if let words = tag.attribute("alt") { add(words) }
        case "a": beginLink(tag)
        case "span": if tag.hasClass("ellipsis") { link?.isCut = true }
        default: break
        }
    }

    mutating func end(_ name: String) {
        switch name {
        case "p", "h1", "h2", "h3", "h4", "h5", "h6", "table": lines.beginParagraph()
        case "div", "tr", "dt", "dd", "li", "section", "article", "figure", "figcaption", "details", "summary":
            lines.beginBlock()
        case "pre":
            lines.beginParagraph()
            preformatted = max(preformatted - 1, 0)
        case "blockquote": lines.endQuotation()
        case "ul", "ol": lines.endList()
        case "a": endLink()
        default: break
        }
    }

    // MARK: - Links

    private mutating func beginLink(_ tag: HTMLTag) {
        endLink()
        guard let target = tag.attribute("href"), Self.isAddress(target) else { return }
        let isNamed = tag.hasClass("mention") || tag.hasClass("hashtag")
        link = OpenLink(target: target, isNamed: isNamed)
        lines.markNextText()
    }

    mutating func endLink() {
        guard let link else { return }
        self.link = nil
        let shown = lines.textSinceMark
        guard !shown.isEmpty, !(link.isNamed && (shown.hasPrefix("@") || shown.hasPrefix("#"))) else { return }
        if Self.isBeginning(shown, of: link.target, isCut: link.isCut) {
            lines.replaceTextSinceMark(with: link.target)
            links.append(Post.Link(shown: link.target, url: link.target))
        } else {
            links.append(Post.Link(shown: shown, url: Self.target(link.target, of: shown)))
        }
    }

    /// Where a link leads, spelt as it stands in the text where that is the same place.
    private static func target(_ target: String, of shown: String) -> String {
        guard bare(shown) == bare(target) else { return target }
        if isAddress(shown) { return shown }
        return target.hasSuffix("/") && !shown.hasSuffix("/") ? String(target.dropLast()) : target
    }

    private static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("https://") || text.hasPrefix("http://")
    }

    /// The address without its scheme and a slash at its end, which say nothing to people.
    private static func bare(_ text: String) -> Substring {
        var bare = text[...]
        for scheme in ["https://", "http://"] where bare.hasPrefix(scheme) { bare = bare.dropFirst(scheme.count) }
        return bare.hasSuffix("/") ? bare.dropLast() : bare
    }

    /// Whether what is shown is the address as far as there was room.
    private static func isBeginning(_ shown: String, of target: String, isCut: Bool) -> Bool {
        let hasDots = shown.hasSuffix("…")
        let start = bare(hasDots ? String(shown.dropLast()) : shown)
        return (isCut || hasDots) && start.contains(".") && start != bare(target) && bare(target).hasPrefix(start)
    }
}
