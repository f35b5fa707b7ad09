import AcctstoreCLI
import CommandLineKit
import FoundationEssentials
import Testing

/// The manual is written by hand; these keep it whole.
@Suite("man page")
struct ManualTests {
    private static let manual: String = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return (try? String(contentsOf: root.appending(path: "man/acctstore.1"), encoding: .utf8)) ?? ""
    }()

    /// The words of the macro lines in which options and commands stand.
    private static let words = Set(
        manual.split(separator: "\n").filter { $0.hasPrefix(".") }
            .flatMap { $0.split(separator: " ").map(String.init) })

    @Test("it tells of every command and option")
    func complete() {
        #expect(Self.missing(in: Tool.command) == [])
    }

    @Test("it tells of every exit status")
    func statuses() {
        for status in [0, 1, 64, 65, 67, 69, 74, 75, 76, 77, 78, 79, 80, 81, 82, 130] {
            #expect(Self.manual.contains("\n.It \(status)\n"), "\(status)")
        }
    }

    private static func missing(in command: Command) -> [String] {
        let visible = command.options.filter { !$0.isHidden }.flatMap(\.names)
        // After the macro Fl, which adds one dash.
        let options = visible.map { String($0.description.dropFirst()) }.filter { !words.contains($0) }
        let names = command.subcommands.map(\.name).filter { !words.contains($0) }
        return (options + names).map { "\(command.name): \($0)" } + command.subcommands.flatMap(missing)
    }
}
