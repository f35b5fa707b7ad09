import CommandLineKit
import Testing

@Suite("Descriptions of commands")
struct DescriptionTests {
    @Test("the sample makes sense")
    func sample() {
        #expect(SampleTool.tool.descriptionProblems() == [])
    }

    @Test("a value knows where its candidates come from")
    func completion() throws {
        #expect(SampleTool.color.option.value?.completion == .list(["auto", "always", "never"]))
        #expect(SampleTool.Remove.account.argument.value.completion == .account)
        #expect(SampleTool.Add.duration.option.value?.completion == CompletionKind.none)
    }

    @Test("names that are taken twice are found, also between a command and the tool")
    func repeatedNames() {
        let again = Flag("x", "help", help: "Again.")
        let first = Flag("x", help: "First.")
        let tool = Command(
            "tool", abstract: "Do.", parameters: [first],
            subcommands: [
                Command("one", abstract: "One.", parameters: [again]),
                Command("two", aliases: ["one"], abstract: "Two."),
                Command("help", abstract: "My own."),
            ])
        #expect(
            tool.descriptionProblems() == [
                "tool: two subcommands are called 'one'", "tool: two subcommands are called 'help'",
                "tool one: two options are called '-x'", "tool one: two options are called '--help'",
            ])
    }

    @Test("arguments that can never be reached are found")
    func arguments() {
        let list = Argument<[String]>("LIST", help: "All.")
        let last = Argument<String>("LAST", help: "The last.")
        #expect(
            Command("tool", abstract: "Do.", parameters: [list, last, last]).descriptionProblems() == [
                "tool: two arguments are called 'LAST'",
                "tool: 'LAST' never gets a word after the repeating 'LIST'",
                "tool: 'LAST' is required after the optional 'LIST'",
            ])
    }

    @Test("nonsense in options is found")
    func options() {
        let secret = Option<String>("Key", value: "", help: "", hidden: true)
        let number = Option<Int>("5", value: "N", default: "five", help: "A number.")
        let silent = Flag("silent", help: "")
        let elsewhere = Flag("elsewhere", help: "Elsewhere.")
        let tool = Command(
            "tool", abstract: "Do.", parameters: [secret, number, silent],
            exclusive: [ExclusiveGroup(secret, elsewhere), ExclusiveGroup(silent)])
        #expect(
            tool.descriptionProblems() == [
                "tool: '--Key' is no name for an option", "tool: '--Key' is required but hidden",
                "tool: '--Key' has no help", "tool: the value of '--Key' has no name",
                "tool: '-5' is no name for an option", "tool: the default 'five' of '-5' is not accepted",
                "tool: '--silent' has no help", "tool: '--Key' is both required and exclusive",
                "tool: the exclusive '--elsewhere' is not an option of this command",
                "tool: an exclusive group has fewer than two members",
            ])
    }

    @Test("nonsense in commands is found")
    func commands() {
        let word = Argument<String>("WORD", help: "A word.")
        let tool = Command(
            "tool", abstract: "", parameters: [word],
            subcommands: [
                Command("Do_it", abstract: "Do\nit."),
                Command("group", abstract: "A group.", subcommands: [Command("leaf", abstract: "A leaf.")]),
                Command(
                    "other", abstract: "Other.", subcommands: [Command("leaf", abstract: "A leaf.")],
                    defaultSubcommand: "loaf"),
            ],
            defaultSubcommand: "group")
        #expect(
            tool.descriptionProblems() == [
                "tool: the abstract is not one line",
                "tool: a group of commands cannot take arguments of its own",
                "tool: the default subcommand 'group' is a group",
                "tool Do_it: 'Do_it' is no name for a command", "tool Do_it: the abstract is not one line",
                "tool other: the default subcommand 'loaf' does not exist",
            ])
    }
}
