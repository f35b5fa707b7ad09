/// What to ask for the next page of a timeline.
package struct PageRequest: Sendable, Equatable {
    package var source: TimelineSource
    /// The id of the person whose timeline it is, where ``Dialect/personNeeded(for:)`` says so.
    package var person: String?
    /// How many posts are wanted, over all pages to come.
    package var count: Int
    /// Where the page before said that this one begins; nil for the first.
    package var cursor: String?
    /// In the form of an older version of the API, which the service knows instead.
    package var isInOlderForm = false
}

/// A page of posts, as it is read from one answer.
package struct PostPage: Sendable, Equatable {
    /// In the order of the service: newest first.
    package var posts: [Post]
    /// Elements that are not posts, or that the service could not give.
    package var unreadable = 0
    /// Where older posts begin, in the dialect's own form; nil where there are none.
    package var next: String?
    /// Whether the service is still gathering what belongs here.
    package var isIncomplete = false
}
