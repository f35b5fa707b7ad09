/// Makes pictures of characters by `chafa`, which is given bytes and never an address.
struct PictureRenderer: Sendable {
    /// As chafa calls them.
    enum Colors: String, Sendable {
        case full
        case indexed = "256"
        case none

        /// - Parameter environment: of a terminal, which says by `COLORTERM` where it takes every colour.
        init(isColored: Bool, _ environment: Environment) {
            let takesAll = ["truecolor", "24bit"].contains(environment["COLORTERM"])
            self = !isColored ? .none : takesAll ? .full : .indexed
        }
    }

    let room: PictureRoom
    let colors: Colors

    /// What pictures of the same address differ in.
    var name: String { "\(room.columns)x\(room.rows) \(colors.rawValue)" }

    /// `nil` where it is no picture, or chafa is not there, takes too long, or writes anything but characters and colours.
    func picture(of image: [UInt8]) async -> Picture? {
        guard Self.isFamiliar(image) else { return nil }
        let filter = Filter(command: command, patience: 3000, longestOutput: 64 * 1024)
        return await filter.output(for: image).flatMap { Picture($0, in: room) }
    }

    /// Whether the bytes start as PNG, JPEG, GIF or WebP do. Chafa reads more, among them forms that can name files and
    /// addresses, and these bytes are from anybody.
    private static func isFamiliar(_ image: [UInt8]) -> Bool {
        let starts: [[UInt8]] = [
            [0x89] + Array("PNG\r\n".utf8), [0xFF, 0xD8, 0xFF], Array("GIF87a".utf8), Array("GIF89a".utf8),
        ]
        return starts.contains { image.starts(with: $0) }
            || image.starts(with: "RIFF".utf8) && image.dropFirst(8).starts(with: "WEBP".utf8)
    }

    /// A small file can unpack to a picture of gigabytes: the shell sets a limit on memory (in KiB) and on work (in
    /// seconds), and becomes chafa.
    private var command: [String] {
        [
            "/bin/sh", "-c", #"ulimit -v 524288; ulimit -t 3; exec chafa "$@""#, "chafa", "--format", "symbols",
            "--size", "\(room.columns)x\(room.rows)", "--stretch", "--colors", colors.rawValue, "--animate", "off",
            "--polite", "on", "--optimize", "0", "--threads", "1", "-",
        ]
    }
}
