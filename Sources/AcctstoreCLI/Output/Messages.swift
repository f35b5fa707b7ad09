import AccountModel
import CommandLineKit
package import TerminalText

/// Standard error: what is for the person. Trouble with writing there is not told, since there is nobody to tell.
package struct Messages: Sendable {
    /// How much is said.
    package enum Level: Int, Sendable, Comparable {
        /// Errors only.
        case quiet
        case normal
        case verbose

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    package let sink: any ByteSink
    package var level: Level
    /// Whether labels are coloured.
    package var isColored: Bool
    /// What the terminal can show.
    package var characters = CharacterSet.utf8

    package init(_ sink: any ByteSink, level: Level = .normal, isColored: Bool = false) {
        self.sink = sink
        self.level = level
        self.isColored = isColored
    }

    /// A line that is good to know; `--quiet` leaves it out.
    func note(_ line: String) {
        if level >= .normal { write(line) }
    }

    /// A command or a sentence with which to go on after something that is no error.
    func next(_ step: String) {
        note(label("next:", color: .cyan) + " \(step)")
    }

    /// A warning about something that was done nevertheless.
    func warning(_ line: String) {
        note(label("warning:", color: .yellow) + " \(OneLine.visible(line, length: 1000))")
    }

    /// A line for `--verbose`.
    func detail(_ line: String) {
        if level >= .verbose { write(line) }
    }

    /// A line without which the person cannot go on; it is always shown.
    func instruction(_ line: String) {
        write(line)
    }

    func error(_ message: String) {
        write(label("error:", color: .red) + " \(OneLine.visible(message, length: 2000))")
    }

    func error(_ error: BrokerError) {
        self.error(error.message)
        for step in error.nextStep?.split(separator: "\n") ?? [] {
            write(label("next:", color: .cyan) + " \(OneLine.visible(String(step), length: 2000))")
        }
        detail("\(error.dbusName), status \(error.code.exitStatus)")
    }

    /// - Parameter width: columns at which the usage is wrapped.
    func error(_ error: UsageError, width: Int) {
        let text = error.text(width: width)
        let heading = "error:"
        let colored = text.hasPrefix(heading) ? label(heading, color: .red) + text.dropFirst(heading.count) : text
        try? sink.write(Array(characters.text(colored).utf8))
    }

    private func write(_ line: String) {
        try? sink.write(Array("\(characters.text(line))\n".utf8))
    }

    /// SGR codes (ECMA-48).
    private enum Color: Int {
        case red = 31
        case yellow = 33
        case cyan = 36
    }

    private func label(_ text: String, color: Color) -> String {
        isColored ? "\u{1B}[1;\(color.rawValue)m\(text)\u{1B}[0m" : text
    }
}
