import AcctstoreCLI
import CommandLineKit
import TestRig
import Testing

/// Whatever part of the product says `acctstore …` to the person, it is a command that there is.
@Suite("Commands in messages")
struct NextStepTests {
    @Test("every command that a message or an example begins with fits the description of the command line")
    func commandsInSources() throws {
        var found = 0
        for file in PackageFiles.files(below: "Sources") {
            for literal in Self.literals(in: try PackageFiles.text(file)) where literal.hasPrefix("acctstore ") {
                // What the keyring shows of the record of settings.
                if literal == "acctstore settings" { continue }
                found += 1
                #expect(Self.isCommand(literal), "\(file): \(literal)")
            }
        }
        #expect(found > 30)
    }

    @Test("the check finds prose and commands that there are not")
    func checkFails() {
        for line in ["acctstore remove 1, and log in again", "acctstore frobnicate 1", "acctstore list shows them"] {
            #expect(!Self.isCommand(line))
        }
        #expect(
            Self.literals(in: #"x("acctstore set \(a("b \(c)").d)\(e) --ask \(f)", "g")"#) == [
                "acctstore set 1 --ask 1", "g",
            ])
    }

    private static func isCommand(_ line: String) -> Bool {
        let words = ShellWords.split(line) ?? []
        return (try? Tool.command.parse(words.dropFirst().map { RawArgument($0) })) != nil
    }

    /// The string literals on one line each. A value that is put in counts as a word, `1`, which is a number, a name
    /// and a service; behind another one as nothing, since options are put together so.
    private static func literals(in source: String) -> [String] {
        source.split(separator: "\n").filter { !$0.contains("//") && !$0.contains(#"""""#) }.flatMap { line in
            var literals: [String] = []
            var rest = line
            while let start = rest.firstIndex(of: "\"") {
                rest = rest[start...].dropFirst()
                literals += takeLiteral(&rest).split(separator: "\n").map(String.init)
            }
            return literals
        }
    }

    /// Takes a literal to its closing quote.
    private static func takeLiteral(_ rest: inout Substring) -> String {
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            guard character == "\\", let escaped = rest.popFirst() else {
                text.append(character)
                continue
            }
            guard escaped == "(" else {
                text.append(escaped == "n" ? "\n" : escaped)
                continue
            }
            skipInterpolation(&rest)
            if text.last == " " || text.last == "'" { text.append("1") }
        }
        return text
    }

    private static func skipInterpolation(_ rest: inout Substring) {
        var depth = 1
        while depth > 0, let character = rest.popFirst() {
            switch character {
            case "(": depth += 1
            case ")": depth -= 1
            case "\"": _ = takeLiteral(&rest)
            default: break
            }
        }
    }
}
