import SocialClient

/// Prints posts page by page, as they arrive.
protocol PostPrinter {
    mutating func print(_ posts: [Post]) async throws
    /// Ends what was begun, after the last page or when there can be no more because of an error.
    mutating func finish(after error: (any Error)?) async throws
}

/// One JSON document: an array with a post on each line.
struct JSONArrayPrinter: PostPrinter {
    let output: Output
    private var hasBegun = false

    init(_ output: Output) {
        self.output = output
    }

    mutating func print(_ posts: [Post]) async throws {
        var text = ""
        for post in posts {
            text += hasBegun ? ",\n" : "["
            hasBegun = true
            text += JSONText.visible(try post.json())
        }
        if !text.isEmpty { try output.write(text: text) }
    }

    mutating func finish(after error: (any Error)?) async throws {
        // What came before an error is a whole document; where nothing came, there is none.
        guard hasBegun || error == nil else { return }
        try output.write(text: hasBegun ? "]\n" : "[]\n")
    }
}

/// A line of JSON for each post.
struct JSONLinesPrinter: PostPrinter {
    let output: Output

    mutating func print(_ posts: [Post]) async throws {
        try output.write(lines: try posts.map { JSONText.visible(try $0.json()) })
    }

    mutating func finish(after error: (any Error)?) async throws {}
}
