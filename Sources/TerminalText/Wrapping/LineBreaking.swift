/// Breaks clusters into lines.
enum LineBreaking {
    /// The clusters of each line, without the blanks at which it was broken; at least one line.
    ///
    /// A line is broken at blanks and round ideographs, and where a word alone is too long, between clusters. A cluster
    /// wider than the line has a line of its own.
    static func lines(of clusters: [Cluster], width: Int) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        repeat {
            let (end, next) = line(from: start, clusters, width)
            lines.append(start..<end)
            start = next
        } while start < clusters.count
        return lines
    }

    private static func line(from start: Int, _ clusters: [Cluster], _ width: Int) -> (end: Int, next: Int) {
        var used = 0
        var index = start
        var hasWord = false
        var chance: Int?
        while index < clusters.count {
            let cluster = clusters[index]
            used += Int(cluster.width)
            if used > width { break }
            // Blanks with which the line starts, as in a drawing, are no reason to leave the rest of it empty.
            if hasWord, mayBreak(clusters[index - 1].kind, cluster.kind) { chance = index }
            if cluster.kind != .blank { hasWord = true }
            index += 1
        }
        guard index < clusters.count else { return (trimmed(index, from: start, clusters), index) }
        var end = index
        if clusters[index].kind != .blank, index > start, !mayBreak(clusters[index - 1].kind, clusters[index].kind) {
            end = chance ?? index
        }
        end = max(end, start + 1)
        var next = end
        while next < clusters.count, clusters[next].kind == .blank { next += 1 }
        return (trimmed(end, from: start, clusters), next)
    }

    private static func mayBreak(_ left: Cluster.Kind, _ right: Cluster.Kind) -> Bool {
        switch (left, right) {
        case (_, .blank), (_, .closing): false
        case (.blank, _), (.ideograph, _), (.closing, _), (_, .ideograph): true
        case (.letter, .letter): false
        }
    }

    /// The end of the line without the blanks before it.
    private static func trimmed(_ end: Int, from start: Int, _ clusters: [Cluster]) -> Int {
        var end = end
        while end > start, clusters[end - 1].kind == .blank { end -= 1 }
        return end
    }
}
