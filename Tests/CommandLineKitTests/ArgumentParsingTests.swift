import CommandLineKit
import Testing

@Suite("Positional arguments")
struct ArgumentParsingTests {
    typealias Post = SampleTool.Post
    typealias Run = SampleTool.Run

    @Test("options may stand before and after them")
    func mixed() throws {
        for line in ["remove --yes 2", "remove 2 --yes", "remove -y 2 -v"] {
            let command = try parsed(line)
            #expect(command[SampleTool.Remove.account] == "2")
            #expect(command[SampleTool.Remove.yes])
        }
    }

    @Test("a lone dash and what looks like a negative number are arguments", arguments: ["-", "-5", "-.5", "-1.25"])
    func dashes(word: String) throws {
        #expect(try parsed("post \(word)")[Post.text]?.text == word)
    }

    @Test("nothing is an option after two dashes")
    func terminator() throws {
        let command = try parsed("post -a 2 -- --help")
        #expect(command[Post.text] == "--help")
        #expect(command[Post.account] == "2")
        #expect(try parsed("post -- --")[Post.text] == "--")
    }

    @Test("text that starts with a dash is an error and never an option, even when it starts like help")
    func dashedText() throws {
        let error = try usageError(["post", "-hello world"])
        #expect(error.message == "unknown option '-e'")
        #expect(error.suggestion == "Put '--' before text that starts with '-'.")
        #expect(try usageError(["post", "--hello world"]).suggestion == error.suggestion)
    }

    @Test("missing and surplus ones are errors")
    func counts() throws {
        #expect(try usageError("remove").message == "missing argument 'ACCOUNT'")
        #expect(try usageError("remove 1 2").message == "unexpected argument '2'")
        #expect(try usageError("remove 1 2 3").message == "2 unexpected arguments: '2', '3'")
        #expect(try usageError("timeline search").message == "missing argument 'QUERY'")
    }

    @Test("a list takes all that is left")
    func list() throws {
        #expect(try parsed("timeline search a -n 3 b c")[SampleTool.Timeline.query] == ["a", "b", "c"])
    }

    @Test("a command line of another program stands after two dashes and is not read")
    func commandLine() throws {
        let command = try parsed("run f --account 1 --account 2 g -- env -i --account 3")
        #expect(command[Run.files] == ["f", "g"])
        #expect(command[Run.account] == ["1", "2"])
        #expect(command[Run.program].map(\.text) == ["env", "-i", "--account", "3"])
        #expect(try usageError("run env").message == "missing argument 'COMMAND'")
    }

    @Test("bytes that are not UTF-8 reach a raw argument unchanged and are refused for text")
    func invalidUTF8() throws {
        let bytes: [UInt8] = [0x61, 0xFF, 0x62]
        let command = try parsed(["post", RawArgument(bytes: bytes)])
        #expect(command[Post.text]?.bytes == bytes)
        #expect(command[Post.text]?.text == nil)
        #expect(
            try parsed(["post", RawArgument(bytes: Array("--body=".utf8) + bytes)])[Post.body]?.bytes == bytes)

        let refused = try usageError(["remove", RawArgument(bytes: bytes)])
        #expect(refused.message == "the value for 'ACCOUNT' is not valid UTF-8")
        let option = try usageError(["add", RawArgument(bytes: Array("--app=".utf8) + bytes)])
        #expect(option.message == "the value for '--app NAME' is not valid UTF-8")
    }

    @Test("the words of this process are those that the standard library sees")
    func thisProcess() {
        #expect(RawArgument.ofThisProcess().map(\.text) == CommandLine.arguments.dropFirst().map(Optional.some))
    }
}
