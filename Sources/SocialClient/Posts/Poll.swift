/// A question that hangs on a post, and how it was answered so far.
public struct Poll: Sendable, Equatable {
    /// An answer that can be given.
    public struct Option: Sendable, Equatable {
        /// In the author's words.
        public var text: String
        /// How many chose it; nil where the service does not tell yet.
        public var votes: Int?

        /// Makes an option of its parts.
        public init(text: String, votes: Int? = nil) {
            self.text = text
            self.votes = votes
        }
    }

    /// In the author's order.
    public var options: [Option]
    /// Whether nobody can vote any more.
    public var isClosed: Bool

    /// Makes a poll of its parts.
    public init(options: [Option], isClosed: Bool = false) {
        self.options = options
        self.isClosed = isClosed
    }
}
