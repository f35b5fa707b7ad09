import AccountModel
import SocialClient

/// `post --dry-run`: what would be sent, and how long it is. Nothing of it is sent, and no grant is needed.
struct PostPreview {
    let draft: Draft
    let actor: RequestedActor?
    let context: CommandContext

    func run() async throws {
        let (account, counter) = try await settings()
        let warning = draft.contentWarning ?? ""
        let measure = counter.measure(draft.text.text, behind: warning)
        if let account { context.messages.note("as \(account.shownLabel)") }
        if let visibility = draft.visibility { context.messages.note("visibility: \(visibility.rawValue)") }
        if !warning.isEmpty { context.messages.note("CW: \(OneLine.visible(warning, length: 2048))") }
        context.messages.note("\(measure.length) of \(measure.limit)")
        try draft.text.check(with: counter, behind: warning)
        try context.output.write(text: draft.text.text + "\n")
    }

    /// The account and how its service counts. A program without a grant may not know the account: it is told the
    /// length by the usual rules.
    private func settings() async throws -> (Account?, PostCounter) {
        let wanted = try AccountOption.selector(actor, to: "post", in: context)
        let (broker, account): (any Broker, Account)
        do throws(BrokerError) {
            broker = try await context.connect()
            account = try await context.withAccount(wanted, of: broker) { [broker] selector throws(BrokerError) in
                try await broker.select(selector, of: nil, for: [])
            }
        } catch {
            // An account that was named and is not there is a mistake worth knowing before it counts.
            guard wanted == nil || error.code == .accessDenied else { throw error }
            context.messages.note("which account it would be cannot be told: \(OneLine.visible(error.message))")
            return (nil, PostCounter())
        }
        return (account, try await context.client(of: .account(account), by: broker, posts: true).counter)
    }
}
