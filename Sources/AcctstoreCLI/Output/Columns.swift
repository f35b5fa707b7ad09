import TerminalText

/// Rows of cells, with the cells of a column below each other.
enum Columns {
    /// Columns of the screen that a cell is filled up to, at most: one long name does not push the others off.
    private static let widest = 40

    /// A line for each row, two blanks between the cells. A column that is empty in every row is left out.
    ///
    /// - Parameter rows: all with as many cells as the first.
    static func lines(of rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in
            rows.map { DisplayWidth.columns($0[column]) }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).filter { $0.1 > 0 }.map { filled($0, min($1, widest)) }
            return trimmed(cells.joined(separator: "  "))
        }
    }

    private static func filled(_ cell: String, _ width: Int) -> String {
        cell + String(repeating: " ", count: max(0, width - DisplayWidth.columns(cell)))
    }

    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }
}
