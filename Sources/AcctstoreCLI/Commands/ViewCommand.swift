import AccountModel
import CommandLineKit
import SocialClient

/// `acctstore view`
enum ViewCommand: ToolCommand {
    static let id = Argument<PostID>("ID", help: "The id of the post, as the last line of each post shows it.")

    static let command = Command(
        "view", abstract: "Show one post.",
        parameters: [
            AccountOption.actor, AccountOption.app, AccountOption.service, ReadingOptions.json, ReadingOptions.images,
            id,
        ],
        examples: [.init("acctstore view 267081518403440641", "The post with that id.")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let broker = try await context.connect()
        let client = try await ServiceClient.reading(parsed, by: broker, in: context)
        let post = try await client.post(withID: parsed[id].text)
        if parsed[ReadingOptions.json] {
            try context.output.write(lines: [JSONText.visible(try post.json())])
        } else {
            try await Reading(parsed, detail: .full, of: broker, in: context).show(post)
        }
    }
}
