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
            for line in try PackageFiles.text(file).split(separator: "\n") {
                for step in Self.literals(in: String(Self.step(in: line))) {
                    found += 1
                    #expect(!Self.isMixed(step), "\(file): \(step)")
                }
            }
        }
        #expect(found > 150)
        for step in ["name one: acctstore list", "log out, then 1", "do without it: rm 1", "To end it: kill -9 1"] {
            #expect(Self.isMixed(step), "\(step)")
        }
        #expect(!Self.isMixed("acctstore exec -- env") && !Self.isMixed("mkdir x && (umask 077; printf y)"))
    }

    /// What a line has behind the name of a next step.
    private static func step(in line: Substring) -> Substring {
        let names = ["nextStep: ", " next: ", "nextStep = ", ".next("]
        return names.compactMap { line.firstRange(of: $0) }.first.map { line[$0.upperBound...] } ?? ""
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
