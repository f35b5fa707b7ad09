/// Breaks text at blanks.
public enum TextWrapping {
    /// - Parameters:
    ///   - text: each line is a paragraph; one that starts with a blank is kept as it is.
    ///   - width: columns; one character counts as one. A longer word gets a line of its own.
    public static func lines(of text: String, width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            paragraph.first == " " ? [String(paragraph)] : wrap(paragraph, width)
        }
    }

    private static func wrap(_ paragraph: Substring, _ width: Int) -> [String] {
        fill(paragraph.split(separator: " ").map(String.init), width: width)
    }

    /// Puts pieces on as few lines as hold them; at least one line. One is broken only where it is longer than a line.
    static func fill(_ pieces: [String], width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        let whole = pieces.flatMap { $0.count > width ? $0.split(separator: " ").map(String.init) : [$0] }
        for piece in whole {
            if line.isEmpty {
                line = piece
            } else if line.count + 1 + piece.count <= width {
                line += " " + piece
            } else {
                lines.append(line)
                line = piece
            }
        }
        return lines + [line]
    }
}
