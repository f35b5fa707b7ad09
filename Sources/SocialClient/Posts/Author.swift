/// Who wrote a post.
public struct Author: Sendable, Equatable {
    /// The service's id with every digit.
    public var id: String
    /// Without `@`.
    public var username: String
    /// The name that the person goes by.
    public var name: String?
    public var description: String?
    /// The address of the picture.
    public var picture: String?

    public init(
        id: String, username: String, name: String? = nil, description: String? = nil, picture: String? = nil
    ) {
        self.id = id
        self.username = username
        self.name = name
        self.description = description
        self.picture = picture
    }
}
