public import AccountModel

/// A timeline, read page by page: one request a page, and no more pages than are wanted.
public struct TimelinePages: Sendable {
    /// How many posts were there that could not be read, so far.
    public private(set) var unreadable = 0

    private let client: ServiceClient
    private let source: TimelineSource
    private var wanted: Int
    private var person: String?
    private var cursor: String?
    private var seen: Set<String> = []
    private var isAtEnd = false

    /// A service may have nothing to show of a page and know of further ones; after so many in a row it is believed to
    /// have none.
    private static let mostEmptyPages = 3

    init(_ source: TimelineSource, count: Int, of client: ServiceClient) {
        self.client = client
        self.source = source
        wanted = count
    }

    /// The next page, newest first, at most what is still wanted and never a post twice; nil at the end.
    ///
    /// Throws `invalidArgument` where the service has no such timeline, or none for who asks; then nothing was sent.
    /// Throws what ``ServiceClient/post(withID:)`` throws for the answers.
    public mutating func next() async throws(BrokerError) -> [Post]? {
        var emptyPages = 0
        while !isAtEnd, wanted > 0, emptyPages < Self.mostEmptyPages {
            if person == nil { person = try await client.personID(for: source) }
            let page = try await client.page(
                PageRequest(source: source, person: person, count: wanted, cursor: cursor))
            unreadable += page.unreadable
            let fresh = page.posts.filter { seen.insert($0.id).inserted }.prefix(wanted)
            wanted -= fresh.count
            // Services that pass over the cursor send the same page for ever.
            isAtEnd = page.next == nil || page.next == cursor || (fresh.isEmpty && !page.posts.isEmpty)
            cursor = page.next
            if !fresh.isEmpty { return Array(fresh) }
            emptyPages += 1
        }
        isAtEnd = true
        return nil
    }
}
