/// What is to be posted.
public struct Draft: Sendable, Equatable {
    /// The text, checked.
    public var text: PostText
    /// The id of the post that this one answers.
    public var replyTo: String?

    /// Makes a draft; `replyTo` is the id of the post that it answers.
    public init(_ text: PostText, replyTo: String? = nil) {
        self.text = text
        self.replyTo = replyTo
    }
}
