import AccountModel
import SecretBytes

/// Who an answer says that somebody is, in each of the shapes that services have for that.
struct NamedPerson: Sendable {
    var id: String?
    var name: String?
    /// What stands in the answer as an id and can be none, made visible: `“a b” as id_str`.
    private(set) var oddID: String?
    /// The same for the name.
    private(set) var oddName: String?

    /// What stands in the answer where an id or a name is looked for, and is none.
    var oddities: String? {
        let both = [oddName, oddID].compactMap(\.self)
        return both.isEmpty ? nil : both.joined(separator: " and ")
    }

    /// What services wrap a person in: X's API 2 (`data`), Flickr (`user`), SmugMug (`Response`, then `User`).
    private static let wrappers: Set = ["data", "user", "Response", "User"]

    /// Nobody.
    init() {}

    /// `nil` where the text is neither an object nor an array whose first element is one, as at Instapaper.
    init?(_ body: Span<UInt8>) {
        var range = 0..<body.count
        if let first = try? JSONText.elements(of: body, in: range).first { range = first }
        guard var members = try? JSONText.members(of: body, in: range) else { return nil }
        while let wrapper = members.first(where: { NamedPerson.wrappers.contains($0.name) }),
            let inner = try? JSONText.members(of: body, in: wrapper.value)
        { members = inner }
        (id, oddID) = NamedPerson.read(["id_str", "id", "user_id"], of: members, body, PersonName.id)
        // What Mastodon's client goes by when the account is verified.
        let global = NamedPerson.read(["acct"], of: members, body, PersonName.name)
        (name, oddName) = NamedPerson.read(
            ["screen_name", "username", "NickName"], of: members, body, PersonName.name)
        oddName = oddName ?? global.odd
    }

    /// The first of the members that is there, if it is what it ought to be.
    private static func read(
        _ names: [String], of members: [JSONText.Member], _ body: Span<UInt8>, _ plain: (String) -> String?
    ) -> (plain: String?, odd: String?) {
        var odd: String?
        for name in names {
            guard let range = members.first(where: { $0.name == name })?.value else { continue }
            if let text = text(body, range) {
                let shown = "“\(VisibleText.line(text, limit: 64))” as \(name)"
                return plain(text).map { ($0, nil) } ?? (nil, shown)
            }
            // Where there is none, many say so.
            guard JSONText.raw(body, range) != Array("null".utf8) else { continue }
            odd = odd ?? "something else than text as \(name)"
        }
        return (nil, odd)
    }

    private static func text(_ body: Span<UInt8>, _ range: Range<Int>) -> String? {
        if let text = JSONText.text(body, range) ?? JSONText.digits(body, range) { return text }
        // Flickr has a text in an object of its own.
        let content = (try? JSONText.members(of: body, in: range))?.first { $0.name == "_content" }
        return content.flatMap { JSONText.text(body, $0.value) }
    }
}
