/// Text in several styles, made of our words and fields of others, that is wrapped as one.
package struct StyledText: Sendable {
    /// A stretch in one style.
    private struct Run {
        /// Behind its last byte.
        var end: Int
        var style: Style
        /// The number of the field that it belongs to; 0 for our own words.
        var field: Int
        var isUnbreakable: Bool
    }

    private var text = ""
    private var runs: [Run] = []
    private var fields = 0
    /// Whether a field may need a fence.
    private var hasRightToLeft = false

    package init() {}

    package var isEmpty: Bool { text.isEmpty }

    /// Adds words of ours.
    ///
    /// - Parameter isUnbreakable: whether they stay on one line where they fit on one.
    package mutating func append(_ words: String, _ style: Style = .plain, isUnbreakable: Bool = false) {
        add(words, style, field: 0, isUnbreakable: isUnbreakable)
    }

    /// Adds a field of others, which came through ``FieldText``; its direction ends with it.
    package mutating func append(field: String, _ style: Style = .plain) {
        fields += 1
        add(field, style, field: fields)
    }

    /// Adds a field whose words have styles of their own.
    package mutating func append(field: String, _ style: Style, wordStyle: (Substring) -> Style?) {
        fields += 1
        var plainStart = field.startIndex
        for word in field.split(separator: " ") {
            guard let special = wordStyle(word) else { continue }
            add(String(field[plainStart..<word.startIndex]), style, field: fields)
            add(String(word), special, field: fields)
            plainStart = word.endIndex
        }
        add(String(field[plainStart...]), style, field: fields)
    }

    private mutating func add(_ more: String, _ style: Style, field: Int, isUnbreakable: Bool = false) {
        guard !more.isEmpty else { return }
        text += more
        if field > 0, !hasRightToLeft { hasRightToLeft = Direction.needsFence(more) }
        runs.append(Run(end: text.utf8.count, style: style, field: field, isUnbreakable: isUnbreakable))
    }

    /// Gives each line of the text, wrapped at `width` columns, as bytes without an end; at least one line.
    ///
    /// - Parameter isColored: whether the styles show. Each line is whole in itself: no style and no direction of one
    ///   reaches into the next.
    package func forEachLine(width: Int, isColored: Bool, _ body: (ArraySlice<UInt8>) -> Void) {
        let bytes = Array(text.utf8)
        var line: [UInt8] = []
        // No character takes more columns than bytes.
        guard bytes.count > width else {
            let blanks = bytes.reversed().prefix { $0 == UInt8(ascii: " ") }.count
            write(bytes, 0..<(bytes.count - blanks), from: 0, isColored, to: &line)
            return body(line[...])
        }
        let clusters = clusters(of: bytes)
        var (position, cluster, run) = (0, 0, 0)
        for range in LineBreaking.lines(of: clusters, width: max(width, 1)) {
            position += length(clusters[cluster..<range.lowerBound])
            let end = position + length(clusters[range])
            line.removeAll(keepingCapacity: true)
            while run < runs.count, runs[run].end <= position { run += 1 }
            write(bytes, position..<end, from: run, isColored, to: &line)
            body(line[...])
            (position, cluster) = (end, range.upperBound)
        }
    }

    private func clusters(of bytes: [UInt8]) -> [Cluster] {
        var clusters: [Cluster] = []
        clusters.reserveCapacity(bytes.count)
        var start = 0
        for run in runs {
            Cluster.append(
                String(decoding: bytes[start..<run.end], as: UTF8.self), isUnbreakable: run.isUnbreakable,
                to: &clusters)
            start = run.end
        }
        return clusters
    }

    private func length(_ clusters: ArraySlice<Cluster>) -> Int {
        clusters.reduce(0) { $0 + Int($1.length) }
    }

    /// Writes a part of the text.
    ///
    /// - Parameter first: the run in which it starts.
    private func write(
        _ bytes: [UInt8], _ part: Range<Int>, from first: Int, _ isColored: Bool, to line: inout [UInt8]
    ) {
        var start = part.lowerBound
        var run = first
        var style = Style.plain
        while start < part.upperBound {
            let field = runs[run].field
            var last = run
            while last + 1 < runs.count, runs[last + 1].field == field, runs[last].end < part.upperBound { last += 1 }
            let end = min(runs[last].end, part.upperBound)
            let isFenced = field > 0 && hasRightToLeft && Direction.needsFence(bytes[start..<end])
            if isFenced { line += Direction.isolate }
            for run in runs[run...last] where start < end {
                let stop = min(run.end, end)
                if isColored { change(&style, to: run.style, in: &line) }
                line += bytes[start..<stop]
                start = stop
            }
            if isFenced { line += Direction.end }
            run = last + 1
        }
        change(&style, to: .plain, in: &line)
    }

    private func change(_ style: inout Style, to next: Style, in line: inout [UInt8]) {
        guard style != next else { return }
        if style != .plain { line += Style.closing }
        line += next.opening.utf8
        style = next
    }
}
