import FoundationEssentials

/// What is to be posted.
public struct Draft: Sendable, Equatable {
    /// The text, checked.
    public var text: PostText
    /// The id of the post that this one answers.
    public var replyTo: String?
    /// Who may see it; nil for what the account has set at the service.
    public var visibility: Visibility?
    /// What people read before they decide to see the text. It counts towards the length.
    public var contentWarning: String?
    /// Says of two attempts that they are one: a service that knows such keys posts once, and answers the second attempt
    /// with the post of the first. A word of its own for each draft unless it is given.
    public var idempotencyKey: String

    /// Makes a draft; `replyTo` is the id of the post that it answers.
    public init(
        _ text: PostText, replyTo: String? = nil, visibility: Visibility? = nil, contentWarning: String? = nil,
        idempotencyKey: String? = nil
    ) {
        self.text = text
        self.replyTo = replyTo
        self.visibility = visibility
        self.contentWarning = contentWarning
        self.idempotencyKey = idempotencyKey ?? UUID().uuidString
    }
}
