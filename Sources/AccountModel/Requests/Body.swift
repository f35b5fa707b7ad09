/// The bytes of a request or an answer, in chunks as they come. It is read once.
public struct Body: Sendable {
    /// Bytes in all where that is known beforehand.
    public let count: Int?
    private let nextChunk: @Sendable () async throws(BrokerError) -> [UInt8]?

    /// `next` gives the next chunk, `nil` at the end; it is not called again after that, nor from two tasks at once.
    public init(count: Int? = nil, next: @escaping @Sendable () async throws(BrokerError) -> [UInt8]?) {
        self.count = count
        nextChunk = next
    }

    /// The next chunk, or `nil` at the end.
    ///
    /// Throws what stopped the bytes: an answer that was cut short, a time-out.
    public func next() async throws(BrokerError) -> [UInt8]? {
        try await nextChunk()
    }

    /// All bytes. More than `limit` bytes is an error of `serviceRefused`.
    public func collect(upTo limit: Int) async throws(BrokerError) -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(min(count ?? 0, limit))
        while let chunk = try await next() {
            guard all.count + chunk.count <= limit else {
                throw BrokerError(.serviceRefused, "the answer is longer than \(limit) bytes")
            }
            all.append(contentsOf: chunk)
        }
        return all
    }
}

/// What a service answered.
public struct Response: Sendable {
    /// The HTTP status. A redirect is not followed: it is the answer.
    public var status: Int
    /// In the order in which the service sent them; repeats are kept.
    public var headers: [HeaderField]
    /// What the service answered, while it arrives.
    public var body: Body

    /// Makes an answer of its parts.
    public init(status: Int, headers: [HeaderField], body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
