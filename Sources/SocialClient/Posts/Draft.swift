/// What is to be posted.
public struct Draft: Sendable, Equatable {
    public var text: PostText
    /// The id of the post that this one answers.
    public var replyTo: String?

    public init(_ text: PostText, replyTo: String? = nil) {
        self.text = text
        self.replyTo = replyTo
    }
}
