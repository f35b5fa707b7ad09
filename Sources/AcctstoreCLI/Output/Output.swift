package import TerminalText

/// Standard output: the result of a command and nothing else.
package struct Output: Sendable {
    package let sink: any ByteSink
    /// Whether it is written in colours.
    package var isColored = false
    /// What the terminal can show.
    package var characters = CharacterSet.utf8

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

    /// Writes the text as it is, as far as there are characters for it.
    func write(text: String) throws(SinkError) {
        try sink.write(Array(characters.text(text).utf8))
    }
}
