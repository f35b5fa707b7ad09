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
        #expect(error?.description.hasPrefix("acctstore.conf:2: ") == true)
        #expect(error?.message.contains("no equals sign") == true)
    }

    @Test(arguments: ["x=\\q", "x=yes", "x=1.5"]) func anUnusableValueNamesItsGroupAndKey(line: String) {
        let error = #expect(throws: KeyFileError.self) {
            let file = try parse("[network]\n\(line)\n")
            _ = try file.bool("x", in: "network")
        }
        #expect(error?.description.hasPrefix("acctstore.conf:2: [network] x: ") == true)
    }

    @Test func anErrorSaysTheLineOfTheKeyElseThatOfItsGroup() throws {
        let file = try parse("# a\n\n [a] \n  x = 1\n#x=2\ny=1\n[b]\nx=1\n[a]\nx=3\n")
        #expect(file.invalidValue("x", in: "a", "wrong").line == 10)
        #expect(file.invalidValue("y", in: "a", "wrong").line == 6)
        #expect(file.invalidValue("x", in: "b", "wrong").line == 8)
        #expect(file.invalidValue("z", in: "a", "missing").line == 3)
        #expect(file.invalidValue("z", in: "c", "missing").line == nil)
        #expect(file.unknown(nil, in: "b", "no such group").description == "acctstore.conf:7: no such group")
        let early = #expect(throws: KeyFileError.self) { try parse("\nx=1\n[a]\n") }
        #expect(early?.line == 2)
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
