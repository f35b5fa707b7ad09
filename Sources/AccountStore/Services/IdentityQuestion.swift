/// Where a service says whose a token is.
public struct IdentityQuestion: Hashable, Sendable {
    /// `GET`, or `POST` where a service answers nothing else.
    public var method: String
    /// An absolute URL; a query is part of it.
    public var url: String

    /// A question of its parts.
    public init(method: String = "GET", url: String) {
        self.method = method
        self.url = url
    }
}
