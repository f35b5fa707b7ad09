import SocialClient

/// Prints posts for people, with profile pictures where they are wanted.
struct TextPrinter: PostPrinter {
    private let layout: PostLayout
    private let pictures: PictureLoader?
    private var output: TextOutput
    /// The places on the screen that wait for a picture, with its address.
    private var places: [(row: Int, address: String)] = []

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
        places.removeAll { output.rows - $0.row > output.reachableRows }
    }

    mutating func finish(after error: (any Error)?) async throws {
        try await output.finish()
        guard let pictures else { return }
        if !places.isEmpty {
            for await (address, picture) in await pictures.arrivals(within: PictureLoader.patience) {
                for place in places where place.address == address {
                    try output.draw(picture, up: output.rows - place.row)
                }
            }
        }
        await pictures.stop()
    }

    /// The picture of who wrote a post where it is kept; else its place is noted, and it is fetched.
    private mutating func picture(of post: Post, at row: Int) async -> Picture? {
        guard let pictures, let address = (post.repost?.post ?? post).author?.picture else { return nil }
        if let picture = await pictures.picture(at: address) { return picture }
        places.append((row, address))
        return nil
    }
}
