/// Who wrote a post.
public struct Author: Sendable, Equatable {
    /// The service's id with every digit.
    public var id: String
    /// Without `@`.
    public var username: String
    /// The name that the person goes by.
    public var name: String?
    /// The person's words about themselves.
    public var description: String?
    /// The address of the picture.
    public var picture: String?

    /// Makes an author of the parts that are known.
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
