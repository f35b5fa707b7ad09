internal import AccountModel

/// Changes of accounts and of access to them, as they happen, whoever makes them; for one reader.
///
/// ```swift
/// for await change in try await broker.changes {
///     show(try await broker.accounts(of: change.service))
/// }
/// ```
///
/// Nothing is missed from the moment on at which `changes` gave the sequence. Changes that are not read yet are told once
/// each. When another agent takes over from the one that was there, everything may have changed: each service that
/// was known is then told with both kinds of change. The sequence keeps an idle agent from ending, and starts none that
/// was ended: it goes on with the next one. It ends with the connection to the bus, and with its reader's task.
public struct AgentChanges: AsyncSequence, Sendable {
    public typealias Element = AgentChange
    public typealias Failure = Never

    private let feed: ChangeFeed

    init(_ feed: ChangeFeed) {
        self.feed = feed
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(feed: feed, wakes: feed.wakes.makeAsyncIterator())
    }

    /// Reads the changes, in the order in which they came.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let feed: ChangeFeed
        fileprivate var wakes: AsyncStream<Void>.Iterator

        /// The next change; nil when the connection has ended, or the task was cancelled.
        public mutating func next() async -> AgentChange? {
            await next(isolation: nil)
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> AgentChange? {
            while !Task.isCancelled {
                if let change = feed.take() { return change }
                guard await wakes.next(isolation: actor) != nil else { return feed.take() }
            }
            return nil
        }
    }
}
