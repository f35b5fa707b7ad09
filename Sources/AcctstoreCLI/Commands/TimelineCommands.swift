import AccountModel
import CommandLineKit
import SocialClient

/// `acctstore timeline`: posts of a kind, newest first.
enum TimelineCommands {
    static let count = Option<ListCount>("n", "count", value: "N", default: "20", help: "How many posts, at most.")

    static let group = Command(
        "timeline", abstract: "Read posts, newest first.",
        discussion: """
            Without a word it is the home timeline. Posts are shown as they arrive; on a terminal, what is longer than \
            the screen is shown by $PAGER. The last line of a post has its id, for view and for post --reply-to.
            """,
        parameters: [
            AccountOption.actor, AccountOption.app, AccountOption.service, count, ReadingOptions.json,
            ReadingOptions.jsonl,
            ReadingOptions.images,
        ],
        exclusive: [ExclusiveGroup(ReadingOptions.json, ReadingOptions.jsonl)],
        subcommands: [
            HomeTimelineCommand.command, MentionsTimelineCommand.command, UserTimelineCommand.command,
            SearchTimelineCommand.command, PublicTimelineCommand.command,
        ],
        defaultSubcommand: "home",
        examples: [
            .init("acctstore timeline", "The newest posts of those whom you follow."),
            .init("acctstore timeline user alice -n 100 --jsonl | jq -r .text", "A hundred texts of somebody."),
            .init("acctstore timeline search 'linux -windows'", "What a search finds; the words go as they are."),
        ])
}

/// A command below `timeline`.
protocol TimelineCommand: ToolCommand {
    static func source(_ parsed: ParsedCommand) -> TimelineSource
}

extension TimelineCommand {
    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let broker = try await context.connect()
        let client = try await ServiceClient.reading(parsed, by: broker, in: context)
        let pages = client.timeline(source(parsed), count: parsed[TimelineCommands.count].number)
        try await Reading(parsed, detail: .brief, of: broker, in: context).show(pages)
    }
}

enum HomeTimelineCommand: TimelineCommand {
    static let command = Command("home", abstract: "Posts of those whom the account follows.")

    static func source(_ parsed: ParsedCommand) -> TimelineSource { .home }
}

enum MentionsTimelineCommand: TimelineCommand {
    static let command = Command("mentions", abstract: "Posts that name the account.")

    static func source(_ parsed: ParsedCommand) -> TimelineSource { .mentions }
}

enum UserTimelineCommand: TimelineCommand {
    static let name = Argument<UserName>("NAME", help: "Whose posts, with or without @.")
    static let command = Command("user", abstract: "Posts of one person.", parameters: [name])

    static func source(_ parsed: ParsedCommand) -> TimelineSource { .user(parsed[name].name) }
}

enum SearchTimelineCommand: TimelineCommand {
    static let query = Argument<String>("QUERY", help: "What to search for, as one word, in the service's own terms.")
    static let command = Command(
        "search", abstract: "Posts that a search finds.",
        parameters: [query], surplusHint: "Put the whole query in quotes: acctstore timeline search 'first second'.",
        examples: [.init("acctstore timeline search -- '-filter:replies linux'", "A query that starts with a dash.")])

    static func source(_ parsed: ParsedCommand) -> TimelineSource { .search(parsed[query]) }
}

enum PublicTimelineCommand: TimelineCommand {
    static let command = Command("public", abstract: "Posts of everybody at the service.")

    static func source(_ parsed: ParsedCommand) -> TimelineSource { .everybody }
}
