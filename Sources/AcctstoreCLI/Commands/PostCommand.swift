import AccountModel
import CommandLineKit
import SocialClient

/// `acctstore post`
enum PostCommand: ToolCommand {
    static let replyTo = Option<PostID?>("reply-to", value: "ID", help: "The post that this one answers.")
    static let visibility = Option<Visibility?>(
        "visibility", value: "WHO", help: "Who may see it; without it, as the account has set at the service.")
    static let warning = Option<ContentWarning?>(
        "cw", value: "TEXT", help: "A content warning: what people read before they see the text.")
    static let dryRun = Flag("dry-run", help: "Print the text as it would be sent, and send nothing.")
    static let text = Argument<RawArgument?>("TEXT", help: "What to post, as one word; - is standard input.")

    static let command = Command(
        "post", abstract: "Post a text.",
        discussion: """
            Prints the id of the new post. A post is never sent twice: where it is not known whether it was posted, \
            the status is 82. A service that says how long a post may be is asked for that, by a request that is not \
            signed and has nothing of you in it.
            Where authors say who may see a post, as at Mastodon, a reply is seen by no more people than what it \
            answers: it is made narrower where the account's own setting is wider.
            """,
        parameters: [AccountOption.account, replyTo, visibility, warning, dryRun, text],
        surplusHint: "Put the whole text in quotes: acctstore post 'first second'.",
        examples: [
            .init("acctstore post -a 2 'It works'", "Post as account 2."),
            .init(
                "acctstore post -a 2 --visibility unlisted --cw 'the ending' 'They wake up.'",
                "With a warning, and not on public timelines."),
            .init("fortune | acctstore post --dry-run -", "See what would be sent, and how long it is."),
        ])

    static func run(_ parsed: ParsedCommand, in context: CommandContext) async throws {
        let source = try await PostSource.read(parsed[text], parsed, in: context)
        try await source.keepingRefusedText(in: context) {
            let draft = Draft(
                try source.text(), replyTo: parsed[replyTo]?.text, visibility: parsed[visibility],
                contentWarning: parsed[warning]?.text)
            if parsed[dryRun] {
                try await PostPreview(draft: draft, actor: parsed[AccountOption.account], context: context).run()
            } else {
                try await send(draft, parsed, in: context)
            }
        }
    }

    private static func send(_ draft: Draft, _ parsed: ParsedCommand, in context: CommandContext) async throws {
        let selector = try AccountOption.selector(parsed[AccountOption.account], to: "post", in: context)
        let broker = try await context.connect()
        let account = try await context.withAccount(selector, of: broker) { selector throws(BrokerError) in
            try await broker.select(selector, of: nil, for: .write)
        }
        let client = try await context.client(of: .account(account), by: broker, posts: true)
        context.messages.note("as \(account.shownLabel)")
        let post = try await PostAttempt(client: client, account: account, context: context).post(draft)
        if let url = post.url { context.messages.detail(OneLine.visible(url, length: 2048)) }
        do throws(SinkError) {
            try context.output.write(lines: [post.id])
        } catch {
            // Whoever sees only the status must not send it again.
            context.messages.instruction("it was posted as \(account.shownLabel), with the id \(post.id)")
            throw error
        }
    }
}
