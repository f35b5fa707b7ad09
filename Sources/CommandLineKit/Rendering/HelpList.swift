/// A list in a help: what is explained on the left, the words on the right; in a narrow terminal below each other.
public struct HelpList: Sendable {
    private static let indent = 2
    private static let textColumn = 26
    /// With fewer columns for it than these, a text goes below its label.
    private static let narrowestText = 24
    private static let narrowIndent = 4

    let title: String?
    let rows: [(label: String, text: String)]

    public init(title: String? = nil, rows: [(label: String, text: String)]) {
        self.title = title
        self.rows = rows
    }

    /// Nil when there is nothing to list.
    public func lines(width: Int) -> [String]? {
        rows.isEmpty ? nil : (title.map { ["\($0.uppercased()):"] } ?? []) + rows.flatMap { Self.lines(of: $0, width) }
    }

    private static func lines(of row: (label: String, text: String), _ width: Int) -> [String] {
        let isNarrow = width - textColumn < narrowestText
        let column = isNarrow ? narrowIndent : textColumn
        let margin = String(repeating: " ", count: column)
        let text = row.text.isEmpty ? [] : TextWrapping.lines(of: row.text, width: width - column).map { margin + $0 }
        let label = String(repeating: " ", count: indent) + row.label
        guard !isNarrow, label.count < textColumn, let first = text.first else {
            return [label] + text
        }
        return [label + first.dropFirst(label.count)] + text.dropFirst()
    }
}
