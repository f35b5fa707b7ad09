import SocialClient

/// Prints posts for people, with profile pictures where they are wanted.
struct TextPrinter: PostPrinter {
    private let layout: PostLayout
    private let pictures: PictureLoader?
    private var output: TextOutput
    /// The places that wait for a picture, by its address: the line at which each begins.
    private var places: [String: [Int]] = [:]

    init(_ layout: PostLayout, pictures: PictureLoader?, output: TextOutput) {
        self.layout = layout
        self.pictures = pictures
        self.output = output
    }

    mutating func print(_ posts: [Post]) async throws {
        var (bytes, rows): ([UInt8], Int) = ([], 0)
        for post in posts {
            if output.rows + rows > 0 {
                bytes.append(UInt8(ascii: "\n"))
                rows += 1
            }
            let block = layout.block(of: post, picture: await picture(of: post, at: output.rows + rows))
            bytes += block.bytes
            rows += block.rows
        }
        try await output.write(bytes, rows: rows)
    }

    mutating func finish(after error: (any Error)?) async throws {
        try await output.finish()
        guard let pictures else { return }
        if let height = output.screenHeight {
            for await (address, picture) in await pictures.arrivals(within: PictureLoader.patience) {
                for row in places[address] ?? [] where output.rows - row < height {
                    try output.draw(picture, up: output.rows - row)
                }
            }
        }
        await pictures.stop()
    }

    /// The picture of who wrote a post where it is kept; else its place is noted, and it is fetched.
    private mutating func picture(of post: Post, at row: Int) async -> Picture? {
        guard let pictures, let address = (post.repost?.post ?? post).author?.picture else { return nil }
        if let picture = await pictures.picture(at: address) { return picture }
        places[address, default: []].append(row)
        return nil
    }
}
