import AccountModel
import SecretBytes

/// Who an answer says that somebody is, in each of the shapes that services have for that.
struct NamedPerson: Sendable {
    var id: String?
    var name: String?

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
        func text(_ names: String...) -> String? {
            for name in names {
                guard let range = members.first(where: { $0.name == name })?.value else { continue }
                if let text = JSONText.text(body, range) ?? JSONText.digits(body, range) { return text }
                // Flickr has a text in an object of its own.
                let content = (try? JSONText.members(of: body, in: range))?.first { $0.name == "_content" }
                if let text = content.flatMap({ JSONText.text(body, $0.value) }) { return text }
            }
            return nil
        }
        id = text("id_str", "id", "user_id").flatMap(PersonName.id)
        name = text("screen_name", "username", "NickName").flatMap(PersonName.name)
    }
}
