/// A titled list in the help: what is explained on the left, the words on the right.
struct HelpList {
    private static let indent = 2
    private static let textColumn = 26
    /// However narrow the terminal is, a text gets this many columns.
    private static let narrowestText = 24

    let title: String
    let rows: [(label: String, text: String)]

    /// Nil when there is nothing to list.
    func lines(width: Int) -> [String]? {
        rows.isEmpty ? nil : ["\(title.uppercased()):"] + rows.flatMap { Self.lines(of: $0, width) }
    }

    private static func lines(of row: (label: String, text: String), _ width: Int) -> [String] {
        let label = String(repeating: " ", count: indent) + row.label
        let margin = String(repeating: " ", count: textColumn)
        let text = TextWrapping.lines(of: row.text, width: max(width - textColumn, narrowestText)).map { margin + $0 }
        guard label.count < textColumn, let first = text.first else {
            return [label] + text
        }
        return [label + first.dropFirst(label.count)] + text.dropFirst()
    }
}
