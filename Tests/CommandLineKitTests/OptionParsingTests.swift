import CommandLineKit
import Testing

@Suite("Options")
struct OptionParsingTests {
    typealias Timeline = SampleTool.Timeline
    typealias Sign = SampleTool.Sign

    @Test(
        "a value is taken in every form",
        arguments: ["timeline -n 5", "timeline -n5", "timeline -n=5", "timeline --count 5", "timeline --count=5"])
    func valueForms(line: String) throws {
        #expect(try parsed(line)[Timeline.count] == 5)
    }

    @Test("what is not given has its default")
    func defaults() throws {
        let bare = try parsed("timeline home")
        #expect(bare[Timeline.count] == 20)
        #expect(bare[Timeline.account] == nil)
        #expect(bare[SampleTool.color] == .auto)
    }

    @Test("short flags combine, and the last may take a value")
    func clusters() throws {
        let command = try parsed("timeline -vqa2 user -vn 3 alice")
        #expect(command.count(of: SampleTool.verbose) == 2)
        #expect(command[SampleTool.quiet])
        #expect(command[Timeline.account] == "2")
        #expect(command[Timeline.count] == 3)
        #expect(command[Timeline.user] == "alice")
    }

    @Test("flags count, and options that are lists keep their order")
    func repetition() throws {
        let command = try parsed("sign -v --verbose -d b=1 --read -d=a=2 -d-c=3 -d -e POST http://localhost/ -v")
        #expect(command.count(of: SampleTool.verbose) == 3)
        #expect(command[Sign.data] == ["b=1", "a=2", "-c=3", "-e"])
        #expect(command[Sign.method] == "POST")
        #expect(command[Sign.url] == "http://localhost/")
        #expect(command[Sign.format] == .header)
    }

    @Test("an option that takes one value is refused twice, whichever spelling is used")
    func givenTwice() throws {
        #expect(
            try usageError("timeline -n 1 home --count=2").message
                == "the option '--count N' may be given only once")
    }

    @Test("a value keeps its equals signs, and may be empty")
    func equalsSigns() throws {
        #expect(try parsed("add --app=a=b")[SampleTool.Add.app] == "a=b")
        #expect(try parsed("add --app=")[SampleTool.Add.app] == "")
    }

    @Test("a value that starts with a dash needs the equals sign")
    func dashedValue() throws {
        #expect(try parsed("add --app=-x")[SampleTool.Add.app] == "-x")
        let error = try usageError("add --app -x")
        #expect(error.message == "missing value for '--app NAME'")
        #expect(error.suggestion == "Write '--app=NAME' when the value starts with '-'.")
        #expect(try usageError("add --app --").message == "missing value for '--app NAME'")
        #expect(try usageError("timeline -n").suggestion == nil)
    }

    @Test("a lone dash and a negative number are values")
    func dashAndNumberAsValue() throws {
        #expect(try parsed("post --body -")[SampleTool.Post.body] == "-")
        #expect(try parsed("timeline -n -5")[Timeline.count] == -5)
    }

    @Test("long options are not abbreviated")
    func abbreviations() throws {
        #expect(try usageError("remove --ye 2").message == "unknown option '--ye'")
    }

    @Test("a type of one's own is read, and says what it expects")
    func ownType() throws {
        #expect(try parsed("add --for 8h")[SampleTool.Add.duration]?.count == 8)
        #expect(try usageError("add --for 8").suggestion == "It must be a number with h.")
    }

    @Test("exclusive options are refused together, and both are named as they were typed")
    func exclusive() throws {
        #expect(
            try usageError("add --token-stdin --pin").message
                == "the options '--token-stdin' and '--pin' cannot be used together")
        #expect(try parsed("add --pin --pin")[SampleTool.Add.pin])
        #expect(try usageError("sign GET http://localhost/").message == "missing one of: '--read', '--write'")
    }

    @Test("a required option is asked for")
    func required() throws {
        #expect(try usageError("app set twitter").message == "missing option '--key K'")
    }
}
