import CommandLineKit
import TestRig
import Testing

@Suite("Help")
struct HelpTests {
    @Test(
        "every text is as agreed",
        arguments: [
            "", "add", "app", "app set", "remove", "timeline", "timeline user", "sign", "run", "help",
        ])
    func texts(line: String) throws {
        try Golden.check(try help(line), "help" + line.split(separator: " ").map { "-\($0)" }.joined())
    }

    @Test("it is wrapped at the width of the terminal")
    func widths() throws {
        try Golden.check(try help("", width: 50), "help-narrow")
        try Golden.check(try help("", width: 120), "help-wide")
        try Golden.check(try help("add", width: 20), "help-very-narrow")
    }

    @Test("lines fit the width, down to very narrow terminals", arguments: [20, 30, 50, 64, 80, 100])
    func fit(width: Int) throws {
        for line in ["", "add", "app", "sign"] {
            let lines = try help(line, width: width).split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= width || $0.hasPrefix("  ") && !$0.hasPrefix("   ") }, "\(line)")
        }
    }

    @Test("a usage with many options is cut short but for what is required")
    func manyOptions() throws {
        let letters = "abcdefgijklmn".map { Flag(String($0), help: "A letter.") }
        let key = Option<String>("key", value: "K", help: "The key.")
        let (one, other) = (Flag("one", help: "One."), Flag("other", help: "The other."))
        let name = Argument<String?>("NAME", help: "A name.")
        let tool = Command(
            "tool", abstract: "Do.", parameters: letters + [key, one, other, name],
            exclusive: [ExclusiveGroup(one, other, required: true)])
        #expect(UsageLine(CommandPath(root: tool)).pieces == ["[OPTIONS]", "--key K", "(--one | --other)", "[NAME]"])
    }

    @Test("an option of two groups stands in the first, and what else the second has is not left out")
    func overlappingGroups() throws {
        let (dry, yes, wipe) = (Flag("dry", help: "D."), Flag("yes", help: "Y."), Flag("wipe", help: "W."))
        let tool = Command(
            "tool", abstract: "Do.", parameters: [dry, yes, wipe],
            exclusive: [ExclusiveGroup(dry, yes), ExclusiveGroup(dry, wipe)])
        #expect(UsageLine(CommandPath(root: tool)).pieces == ["[--dry | --yes]", "[--wipe]"])
    }

    private func help(_ line: String, width: Int = 80) throws -> String {
        let words = ["help"] + line.split(separator: " ").map(String.init)
        guard case .help(let path) = try SampleTool.tool.parse(words.map { RawArgument($0) }) else {
            throw NotACommand()
        }
        return path.help(width: width)
    }
}
