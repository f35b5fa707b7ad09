import TerminalText

/// The room that is left for a profile picture.
struct PictureRoom: Sendable, Equatable {
    let columns: Int
    let rows: Int

    /// Columns between a picture and the text.
    static let gap = 1
    /// As good as square, since characters are twice as high as wide.
    static let usual = PictureRoom(columns: 6, rows: 3)
}

/// A picture made of characters in colours.
struct Picture: Sendable, Equatable {
    struct Row: Sendable, Equatable {
        let bytes: [UInt8]
        let columns: Int
    }

    let rows: [Row]

    /// Reads what a program made of a picture; `nil` where it holds anything but characters and colours, or is larger
    /// than the room. Of what other programs write, nothing else reaches the terminal.
    init?(_ output: [UInt8], in room: PictureRoom) {
        let lines = output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
        guard !lines.isEmpty, lines.count <= room.rows else { return nil }
        var rows: [Row] = []
        for line in lines {
            guard let columns = ColoredLine.columns(line), columns <= room.columns else { return nil }
            rows.append(Row(bytes: Array(line) + ColoredLine.end, columns: columns))
        }
        self.rows = rows
    }

    /// As it is kept.
    var bytes: [UInt8] { Array(rows.map(\.bytes).joined(separator: [UInt8(ascii: "\n")])) }
}
