import CommandLineKit
import Testing

@Suite("Commands and subcommands")
struct CommandTreeTests {
    @Test("a command is found by name and by alias, and the path has its name")
    func names() throws {
        #expect(try parsed("app set twitter --key k").path.names == ["app", "set"])
        #expect(try parsed("new twitter").path.spelling == "depot add")
    }

    @Test("without a word the default subcommand is meant, and its options may come first")
    func defaultSubcommand() throws {
        #expect(try parsed("app").path.names == ["app", "list"])
        for line in ["app --json", "app list --json", "app --json list"] {
            let command = try parsed(line)
            #expect(command.path.names == ["app", "list"])
            #expect(command[SampleTool.App.json])
        }
        #expect(try usageError("app --json remove twitter").message == "unknown option '--json'")
    }

    @Test("a default subcommand that takes arguments gets the words that name no other")
    func defaultWithArguments() throws {
        let word = Argument<String?>("WORD", help: "A word.")
        let tool = Command(
            "tool", abstract: "Do.",
            subcommands: [
                Command("say", abstract: "Say.", parameters: [word]), Command("stop", abstract: "Stop."),
            ],
            defaultSubcommand: "say")
        #expect(try parsed("hello", by: tool)[word] == "hello")
        #expect(try parsed("stop", by: tool).path.names == ["stop"])
        #expect(try parsed("-- stop", by: tool)[word] == "stop")
    }

    @Test(
        "options of the tool and of a group are accepted anywhere",
        arguments: [
            "-v --color never timeline -a 2 user alice", "timeline -a2 -v user --color=never alice",
            "timeline user alice -a 2 --color never -v",
        ])
    func inheritedOptions(line: String) throws {
        let command = try parsed(line)
        #expect(command[SampleTool.verbose])
        #expect(command[SampleTool.color] == .never)
        #expect(command[SampleTool.Timeline.account] == "2")
        #expect(command[SampleTool.Timeline.user] == "alice")
    }

    @Test("hidden commands and options work")
    func hidden() throws {
        #expect(try parsed("selfcheck --debug-internals")[SampleTool.debug])
    }

    @Test(
        "help is shown for a bare group, and wherever it is asked for",
        arguments: [
            ("", "depot"), ("-v", "depot"), ("-h", "depot"), ("--help", "depot"), ("help", "depot"),
            ("app -h", "depot app"), ("app help", "depot app"), ("help app set", "depot app set"),
            ("app help set", "depot app set"), ("app set --help", "depot app set"), ("-h app set", "depot app set"),
            ("remove 1 2 3 -h", "depot remove"), ("remove --bogus --help", "depot remove"),
            ("add --app --help", "depot add"), ("help --help new", "depot add"), ("help help", "depot help"),
            ("remove -vh", "depot remove"), ("--version --help", "depot"),
        ])
    func help(line: String, path: String) throws {
        #expect(try helpPath(line) == path)
    }

    @Test("help after two dashes is not asked for")
    func helpAfterTerminator() throws {
        #expect(try usageError("remove --bogus -- --help").message == "unknown option '--bogus'")
    }

    @Test(
        "the version is shown with and without a command",
        arguments: ["--version", "app --version", "remove --version"])
    func version(line: String) throws {
        guard case .version = try SampleTool.tool.parse(line.split(separator: " ").map { RawArgument(String($0)) })
        else {
            Issue.record("not the version")
            return
        }
    }
}
