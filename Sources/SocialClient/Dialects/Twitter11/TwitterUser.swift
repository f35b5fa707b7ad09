/// The author of a tweet as API v1.1 sends one.
struct TwitterUser: Decodable {
    private var id: String?
    private var username: String?
    private var name: String?
    private var description: String?
    private var picture: String?

    private enum CodingKeys: String, CodingKey {
        case id, idStr, screenName, name, description, profileImageUrlHttps, profileImageUrl
    }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        id = object.id(.idStr, .id)
        username = object.lenient(.screenName)
        name = object.lenient(.name)
        description = object.lenient(.description)
        picture = object.lenient(.profileImageUrlHttps) ?? object.lenient(.profileImageUrl)
    }

    /// Nil where the answer leaves out who it is, as `trim_user` does.
    var author: Author? {
        guard let id, let username else { return nil }
        return Author(id: id, username: username, name: name, description: description, picture: picture)
    }
}
