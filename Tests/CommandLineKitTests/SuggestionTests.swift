import CommandLineKit
import Testing

@Suite("Suggestions for mistyped words")
struct SuggestionTests {
    @Test(
        "the nearest command is offered",
        arguments: [
            ("remvoe 2", "remove"), ("ad", "add"), ("timelin", "timeline"), ("app lst", "list"), ("hepl", "help"),
            ("ADD", "add"), ("nwe", "new"), ("help rmove", "remove"), ("app help sett", "set"),
        ])
    func commands(line: String, expected: String) throws {
        #expect(try usageError(line).suggestion == "Did you mean '\(expected)'?")
    }

    @Test(
        "nothing is offered for what is like nothing, nor what is hidden",
        arguments: [
            "xyz", "frobnicate", "selfchek", "x", "-x", "--x", "--debug-internal", "remove --frobnicate",
        ])
    func nothing(line: String) throws {
        #expect(try usageError(line).suggestion == nil)
    }

    @Test(
        "the nearest option is offered",
        arguments: [
            ("remove --yess 2", "--yes"), ("remove --hlep 2", "--help"), ("--colour never", "--color"),
            ("--verison", "--version"), ("app --jsn", "--json"), ("remove -yes 2", "--yes"), ("-verbose", "--verbose"),
            ("add --tokenstdin", "--token-stdin"), ("remove --YES 2", "--yes"), ("post -A 2", "-a"), ("-V", "-v"),
        ])
    func options(line: String, expected: String) throws {
        #expect(try usageError(line).suggestion == "Did you mean '\(expected)'?")
    }

    @Test(
        "where a text is taken, one that starts with a dash is told how", arguments: ["post -dash", "post --dashing"])
    func text(line: String) throws {
        #expect(try usageError(line).suggestion == "Put '--' before text that starts with '-'.")
    }

    @Test("a very long word costs nothing and is cut")
    func longWord() throws {
        let error = try usageError([RawArgument(String(repeating: "a", count: 1_000_000))])
        #expect(error.suggestion == nil)
        #expect(error.message.count < 100)
    }
}
