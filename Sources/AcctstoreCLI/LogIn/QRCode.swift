/// An address to be taken from the screen with a phone's camera, drawn by `qrencode`.
enum QRCode {
    /// Columns of the frame without which cameras find no code.
    private static let margin = 2
    /// Bytes of the largest drawing: 177 squares each way, three bytes for two of them.
    private static let longest = 64 * 1024

    /// The lines to show; `nil` where there is no `qrencode`, or no room for it.
    ///
    /// - Parameter columns: how wide the terminal is.
    static func lines(for address: String, columns: Int) async -> [String]? {
        // The address goes to standard input: arguments are seen by everybody.
        let qrencode = Filter(
            command: ["qrencode", "-t", "UTF8", "-m", "\(margin)", "-o", "-"], patience: 2000, longestOutput: longest)
        guard let output = await qrencode.output(for: Array(address.utf8)),
            let text = String(validating: output, as: UTF8.self)
        else { return nil }
        let lines = text.split(separator: "\n").map(String.init)
        guard !lines.isEmpty, lines.allSatisfy({ $0.count <= columns && $0.allSatisfy(isPartOfCode) }) else {
            return nil
        }
        return lines
    }

    /// Two squares on top of each other: both, one or none.
    private static func isPartOfCode(_ character: Character) -> Bool {
        ["█", "▀", "▄", " ", "\u{A0}"].contains(character)
    }
}
