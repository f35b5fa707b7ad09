/// Finds what somebody meant who mistyped a name.
package enum NearestName {
    private static let farthest = 3

    /// The known name with the fewest edits between, if those are few.
    package static func of(_ name: String, among known: [String]) -> String? {
        known.map { (name: $0, edits: edits(from: Array(name.utf8), to: Array($0.utf8))) }
            .filter { $0.edits <= farthest && $0.edits < $0.name.utf8.count }
            .min { $0.edits < $1.edits }?.name
    }

    /// Letters put in, left out or replaced (Levenshtein), row by row.
    private static func edits(from left: [UInt8], to right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (line, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in right.indices {
                let replaced = diagonal + (letter == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, min(row[column], diagonal) + 1)
            }
        }
        return row[right.count]
    }
}
