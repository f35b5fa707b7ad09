import GLibBridge
import Testing

@Suite struct KeyFileTests {
    private func parse(_ text: String) throws(KeyFileError) -> KeyFile {
        try KeyFile(parsing: Array(text.utf8), file: "acctstore.conf")
    }

    @Test func groupsKeysAndValuesAreReadInTheOrderOfTheFile() throws {
        let file = try parse("# words\n[b]\nz=1\na = two words \n[a]\nflag=true\nescaped=\\sx\\n\\\\\nempty=\n")
        #expect(file.groups == ["b", "a"])
        #expect(file.keys(in: "b") == ["z", "a"])
        #expect(file.string("a", in: "b") == "two words ")
        #expect(file.string("escaped", in: "a") == " x\n\\")
        #expect(file.string("empty", in: "a") == "")
        #expect(file.string("none", in: "a") == nil && file.keys(in: "none").isEmpty)
        #expect(try file.bool("flag", in: "a") == true)
        #expect(try file.integer("z", in: "b") == 1)
    }

    @Test func anEmptyTextIsAFileWithoutGroups() throws {
        #expect(try parse("").groups.isEmpty)
    }

    @Test func anErrorQuotesTheLineAndNamesTheFile() {
        let error = #expect(throws: KeyFileError.self) { try parse("[a]\nno equals sign\n") }
        #expect(error?.reason == .malformed)
        #expect(error?.description.hasPrefix("acctstore.conf: ") == true)
        #expect(error?.message.contains("no equals sign") == true)
    }

    @Test(arguments: ["x=\\q", "x=yes", "x=1.5"]) func anUnusableValueNamesItsGroupAndKey(line: String) {
        let error = #expect(throws: KeyFileError.self) {
            let file = try parse("[network]\n\(line)\n")
            _ = try file.bool("x", in: "network")
        }
        #expect(error?.description.hasPrefix("acctstore.conf: [network] x: ") == true)
    }

    @Test func aTextThatIsNotUTF8IsMalformed() {
        let error = #expect(throws: KeyFileError.self) {
            try KeyFile(parsing: Array("[a]\nx=".utf8) + [0xff, 0x0a], file: "f")
        }
        #expect(error?.reason == .malformed && error?.key == "x")
    }

    @Test func aFileThatIsNotThereIsNilAndAFolderIsUnreadable() throws {
        #expect(try KeyFile.read(path: "/nonexistent/acctstore.conf") == nil)
        let error = #expect(throws: KeyFileError.self) { try KeyFile.read(path: "/") }
        #expect(error?.reason == .unreadable && error?.file == "/")
    }
}
