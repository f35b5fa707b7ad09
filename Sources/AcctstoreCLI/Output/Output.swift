/// Standard output: the result of a command and nothing else.
package struct Output: Sendable {
    package let sink: any ByteSink
    /// Whether it is written in colours.
    package var isColored = false

    package init(_ sink: any ByteSink) {
        self.sink = sink
    }

    /// Writes the lines, each with its line feed, in one go.
    func write(lines: [String]) throws(SinkError) {
        guard !lines.isEmpty else { return }
        try write(text: lines.joined(separator: "\n") + "\n")
    }

    func write(_ json: JSONValue) throws(SinkError) {
        try write(text: JSONText.visible(json.text) + "\n")
    }

    /// Writes the text as it is.
    func write(text: String) throws(SinkError) {
        try sink.write(Array(text.utf8))
    }
}
