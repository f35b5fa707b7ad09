import CommandLineKit
import TestRig
import Testing

@Suite("Errors about the command line")
struct UsageErrorTests {
    static let lines: [[RawArgument]] = [
        ["frobnicate"], ["remvoe", "2"], ["app", "lst"], ["remove"], ["remove", "1", "2", "3"],
        ["remove", "--yess", "2"], ["post", "-hello world"], ["-verbose"], ["add", "--app"], ["add", "--app", "-x"],
        ["add", "--pin=1234"], ["add", "--pin", "--xauth"], ["add", "--for", "8"], ["--color", "red", "app"],
        ["sign", "GET", "http://localhost/"], ["timeline", "-n", "many"], ["timeline", "-n1", "-n2"],
        ["app", "set", "twitter"], ["run", "file"],
    ]

    @Test("every text is as agreed")
    func texts() throws {
        let texts = try Self.lines.map { line in
            let words = line.map { "\($0.text ?? "")" }.joined(separator: " ")
            return "$ depot \(words)\n\(try usageError(line).text())"
        }
        try Golden.check(texts.joined(separator: "\n"), "errors")
    }

    @Test("the usage is wrapped at the width of the terminal")
    func narrow() throws {
        try Golden.check(try usageError("add --pin --xauth").text(width: 50), "error-narrow")
    }

    @Test("a command adds errors of its own in the same form")
    func ownError() throws {
        let error = try parsed("add").usageError("no terminal to read the PIN from", suggestion: "Pipe it.")
        #expect(error.text().hasPrefix("error: no terminal to read the PIN from. Pipe it.\nusage: depot add "))
        #expect(error.text().hasSuffix("\nSee 'depot add --help' for more information.\n"))
        #expect(UsageError.exitStatus == 64)
    }

    @Test("a value that was put where it does not belong is not repeated")
    func secrets() throws {
        for line in [
            "add --token-stdin=hunter2", "add --password=hunter2", "add -phunter2", "add --app=a --app=hunter2",
        ] {
            #expect(!(try usageError(line).text().contains("hunter2")), "\(line)")
        }
    }

    @Test("what could steer a terminal is made visible")
    func controlCharacters() throws {
        #expect(try usageError(["\u{1B}[31mred\n"]).message == #"unknown command '\u{1B}[31mred\u{A}'"#)
        #expect(try usageError(["--\u{202E}x"]).message == #"unknown option '--\u{202E}x'"#)
        #expect(try usageError([RawArgument(bytes: [0x61, 0xFF, 0x07])]).message == #"unknown command 'a\xFF\x07'"#)
    }
}
