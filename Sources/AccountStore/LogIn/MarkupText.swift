/// The little that is read of XML and HTML: the text of one element, and a page without its tags.
struct MarkupText {
    private let text: Substring

    init(_ text: String) {
        self.text = text[...]
    }

    /// An element with the text inside.
    struct Element {
        fileprivate var tag: Substring
        var text: String

        /// The value of an attribute in quotes.
        func attribute(_ name: String) -> String? {
            for part in tag.split(whereSeparator: \.isWhitespace) where part.hasPrefix("\(name)=") {
                return String(part.dropFirst(name.count + 1).filter { $0 != "\"" && $0 != "'" && $0 != "/" })
            }
            return nil
        }
    }

    var isMarkup: Bool {
        text.first { !$0.isWhitespace } == "<"
    }

    /// The first element of that name, in any case.
    func element(_ name: String) -> Element? {
        var rest = text
        while let open = rest.firstIndex(of: "<") {
            rest = rest[open...].dropFirst()
            guard let close = rest.firstIndex(of: ">") else { return nil }
            let tag = rest[..<close]
            rest = rest[close...].dropFirst()
            guard tag.prefix(while: { $0.isLetter || $0.isNumber || $0 == "_" }).lowercased() == name else { continue }
            return Element(tag: tag, text: MarkupText.plain(rest.prefix { $0 != "<" }))
        }
        return nil
    }

    var withoutTags: String {
        var plain = ""
        var isInTag = false
        for character in text {
            switch character {
            case "<": isInTag = true
            case ">":
                isInTag = false
                plain.append(" ")
            default: if !isInTag { plain.append(character) }
            }
        }
        return MarkupText.plain(plain[...])
    }

    private static let entities: [(name: Substring, character: Character)] = [
        ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("#39", "'"), ("nbsp", " "),
    ]

    /// Character references decoded; those that are not known stay as they are.
    private static func plain(_ text: Substring) -> String {
        var plain = ""
        var rest = text
        while let character = rest.popFirst() {
            if character == "&", let end = rest.prefix(8).firstIndex(of: ";"),
                let entity = entities.first(where: { $0.name == rest[..<end] })
            {
                plain.append(entity.character)
                rest = rest[end...].dropFirst()
            } else {
                plain.append(character)
            }
        }
        return plain
    }
}
