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

    @Test("a next step is a command or a sentence, and none has a command behind a sentence")
    func commandsAlone() throws {
        var found = 0
        for file in PackageFiles.files(below: "Sources") {
            for step in Self.steps(in: try PackageFiles.text(file)).flatMap({ Self.literals(in: $0) }) {
                found += 1
                #expect(!Self.isMixed(step), "\(file): \(step)")
            }
        }
        #expect(found > 150)
        for step in ["name one: acctstore list", "log out, then 1", "do without it: rm 1", "To end it: kill -9 1"] {
            #expect(Self.isMixed(step), "\(step)")
        }
        #expect(!Self.isMixed("acctstore exec -- env") && !Self.isMixed("mkdir x && (umask 077; printf y)"))
    }

    /// What a source has behind each name of a next step, to the end of the argument or statement.
    private static func steps(in source: String) -> [String] {
        ["nextStep:", " next:", "nextStep =", ".next("].flatMap { name in
            source.ranges(of: name).map { String(argument(at: source[$0.upperBound...])) }
        }
    }

    /// An argument, to the comma or bracket behind it; what is no argument, to the end of a line that no operator goes on from.
    private static func argument(at source: Substring) -> Substring {
        var rest = source.drop { $0.isWhitespace }
        let start = rest.startIndex
        var depth = 0
        while let character = rest.first {
            switch character {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case "\"":
                rest.removeFirst()
                _ = takeLiteral(&rest)
                continue
            default: break
            }
            if depth < 0 || depth == 0 && character == "," || depth == 0 && character == "\n" && !goesOn(rest) { break }
            rest.removeFirst()
        }
        return source[start..<rest.startIndex]
    }

    private static func goesOn(_ rest: Substring) -> Bool {
        rest.drop { $0.isWhitespace }.first.map { "?:+.".contains($0) } ?? false
    }

    /// Whether words for the person come before a command, or before a value that stands for one.
    private static func isMixed(_ step: String) -> Bool {
        let commands = ["acctstore ", "gdbus ", "kill ", "rm ", "timedatectl ", "unset ", "1"]
        return [": ", ", then ", ", or ", " with "].contains { join in
            commands.contains { command in
                let mixture = join + command
                return command == "1"
                    ? join != " with " && step.hasSuffix(mixture) : step.firstRange(of: mixture) != nil
            }
        }
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
