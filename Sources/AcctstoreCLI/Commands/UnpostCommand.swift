import AccountModel
import CommandLineKit
import SocialClient

/// `acctstore unpost`
enum UnpostCommand: ToolCommand {
    static let id = Argument<PostID>("ID", help: "The id of the post.")
    static let yes = Flag("yes", help: "Do not ask.")

    static let command = Command(
        "unpost", abstract: "Delete a post.",
        discussion: "Shows the post and asks. Without a terminal it takes --yes.",
        parameters: [AccountOption.account, yes, id],
        examples: [.init("acctstore unpost 267081518403440641", "Delete one of your posts.")])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let selector = try AccountOption.selector(parsed[AccountOption.account], to: "delete a post", in: context)
        let id = parsed[id].text
        guard parsed[yes] || context.canAsk else {
            let account = selector.map { "-a \(ShellWord.quoted("\($0)")) " } ?? ""
            throw BrokerError(
                .invalidArgument, "deleting post \(id) needs a yes, and nobody can be asked",
                nextStep: "acctstore unpost \(account)\(id) --yes")
        }
        let broker = try await context.connect()
        let account = try await context.withAccount(selector, of: broker) { selector throws(BrokerError) in
            try await broker.select(selector, of: nil, for: .write)
        }
        let client = try await context.client(of: .account(account), by: broker)
        // Before the question, which names the author: that may be somebody else.
        context.messages.note("as \(account.shownLabel)")
        if !parsed[yes] { try await confirm(try await client.post(withID: id), of: account, in: context) }
        try await client.unpost(id)
        context.messages.detail("post \(id) is deleted")
    }

    private static func confirm(
        _ post: Post, of account: Account, in context: CommandContext
    ) async throws(BrokerError) {
        for line in lines(of: post) { context.terminal.show(line) }
        let author = post.author.map { " by @\(OneLine.visible($0.username, length: 64))" } ?? ""
        guard await Confirmation.ask("Delete post \(post.id)\(author)?", on: context.terminal) else {
            throw BrokerError(.cancelled, "post \(post.id) of \(account.shownLabel) was not deleted")
        }
    }

    private static func lines(of post: Post) -> [String] {
        post.text.split(separator: "\n", omittingEmptySubsequences: false).map {
            "  " + OneLine.visible(String($0), length: 2000)
        }
    }
}
