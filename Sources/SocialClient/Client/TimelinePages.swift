public import AccountModel

/// A timeline, read page by page: one request a page, and no more pages than are wanted.
public struct TimelinePages: Sendable {
    /// How many posts were there that could not be read, so far.
    public private(set) var unreadable = 0
    /// Whether the service said of a page that it was still gathering what belongs there.
    public private(set) var isIncomplete = false

    private let client: ServiceClient
    private var request: PageRequest
    private var isReady = false
    private var seen: Set<String> = []
    private var isAtEnd = false

    /// A service may have nothing to show of a page and know of further ones; after so many in a row it is believed to
    /// have none.
    private static let mostEmptyPages = 3

    init(_ source: TimelineSource, count: Int, of client: ServiceClient) {
        self.client = client
        request = PageRequest(source: source, count: count)
    }

    /// The next page, newest first, at most what is still wanted and never a post twice; nil at the end.
    ///
    /// Throws `invalidArgument` where the service has no such timeline, or none for who asks; then nothing was sent.
    /// Throws what ``ServiceClient/post(withID:)`` throws for the answers.
    public mutating func next() async throws(BrokerError) -> [Post]? {
        if !isReady, request.count > 0 {
            request.person = try await client.personID(for: request.source)
            isReady = true
        }
        for _ in 0..<Self.mostEmptyPages where !isAtEnd && request.count > 0 {
            let posts = try await nextPage()
            if !posts.isEmpty { return posts }
        }
        isAtEnd = true
        return nil
    }

    /// What is new on the next page, which may be nothing.
    private mutating func nextPage() async throws(BrokerError) -> [Post] {
        let page = try await client.page(&request)
        unreadable += page.unreadable
        isIncomplete = isIncomplete || page.isIncomplete
        let fresh = Array(page.posts.filter { seen.insert($0.id).inserted }.prefix(request.count))
        // Services that pass over the cursor send the same page for ever.
        isAtEnd = page.next == nil || page.next == request.cursor || (fresh.isEmpty && !page.posts.isEmpty)
        request.cursor = page.next
        request.count -= fresh.count
        return fresh
    }
}
