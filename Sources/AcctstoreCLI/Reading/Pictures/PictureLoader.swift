import AccountModel

/// Fetches profile pictures beside everything else, a few at once, and keeps them for the next time.
///
/// Nobody waits for it but ``arrivals(within:)``. What has not come until the end is left.
actor PictureLoader {
    /// Gives the answer to a request for a picture.
    typealias Source = @Sendable (_ address: String) async throws(BrokerError) -> Response

    /// How long the end of a command is put off for pictures.
    static let patience: Duration = .milliseconds(1500)

    private static let (mostAtOnce, most) = (4, 60)
    /// Bytes of one picture.
    private static let longest = 1024 * 1024

    private let source: Source
    private let renderer: PictureRenderer
    private let cache: PictureCache?
    private let (stream, arrived) = AsyncStream.makeStream(of: (String, Picture).self)
    private var known: [String: Picture] = [:]
    private var asked: Set<String> = []
    private var waiting: [String] = []
    private var loading: [String: Task<Void, Never>] = [:]
    private var isEnding = false

    init(renderer: PictureRenderer, cache: PictureCache?, source: @escaping Source) {
        self.renderer = renderer
        self.cache = cache
        self.source = source
    }

    /// The picture where it is there at once; else it is fetched.
    func picture(at address: String) -> Picture? {
        if let picture = known[address] ?? cache?.picture(at: address) {
            known[address] = picture
            return picture
        }
        if asked.count < Self.most, asked.insert(address).inserted {
            waiting.append(address)
            startNext()
        }
        return nil
    }

    /// The pictures that were not there at once, as they come, until the last or for so long.
    func arrivals(within limit: Duration) -> AsyncStream<(String, Picture)> {
        isEnding = true
        if loading.isEmpty {
            arrived.finish()
        } else {
            Task { [arrived] in
                try? await Task.sleep(for: limit)
                arrived.finish()
            }
        }
        return stream
    }

    /// Gives up what has not come.
    func stop() {
        waiting = []
        for task in loading.values { task.cancel() }
        arrived.finish()
        cache?.prune()
    }

    private func startNext() {
        while loading.count < Self.mostAtOnce, !waiting.isEmpty {
            let address = waiting.removeFirst()
            loading[address] = Task { await load(address) }
        }
    }

    private func load(_ address: String) async {
        let picture = await fetch(address)
        loading[address] = nil
        if let picture {
            known[address] = picture
            cache?.keep(picture, at: address)
            arrived.yield((address, picture))
        }
        startNext()
        if isEnding, loading.isEmpty { arrived.finish() }
    }

    /// A picture that does not come is no error: there is the text.
    private func fetch(_ address: String) async -> Picture? {
        guard let response = try? await source(address), response.status == 200,
            let image = try? await response.body.collect(upTo: Self.longest)
        else { return nil }
        return await renderer.picture(of: image)
    }
}
