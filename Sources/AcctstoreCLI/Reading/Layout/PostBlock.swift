/// The lines of a post as they are written, with a picture beside the first ones or room for it.
struct PostBlock {
    private(set) var bytes: [UInt8] = []
    private(set) var rows = 0
    private let picture: Picture?
    private let room: PictureRoom?

    /// - Parameters:
    ///   - room: what is left free at the left; `nil` where no pictures are shown.
    ///   - picture: what stands there; `nil` where it has not come yet, or there is none.
    init(room: PictureRoom?, picture: Picture?) {
        self.room = room
        self.picture = picture
    }

    mutating func addLine(_ line: ArraySlice<UInt8>, indent: Int) {
        if let room {
            let shown = picture.flatMap { rows < $0.rows.count ? $0.rows[rows] : nil }
            if let shown { bytes += shown.bytes }
            // An empty line has no blanks at its end.
            if !line.isEmpty { addBlanks(room.columns + PictureRoom.gap - (shown?.columns ?? 0)) }
        }
        if !line.isEmpty {
            addBlanks(indent)
            bytes += line
        }
        bytes.append(UInt8(ascii: "\n"))
        rows += 1
    }

    /// Makes the block as high as a picture, so that one can be drawn later.
    mutating func fill() {
        while rows < room?.rows ?? 0 { addLine([], indent: 0) }
    }

    private mutating func addBlanks(_ count: Int) {
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(count, 0)))
    }
}
