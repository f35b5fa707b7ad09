import AccountModel
import SocialClient

/// Posts a draft, and knows it again where an earlier attempt ended without a word from the service.
struct PostAttempt {
    let client: ServiceClient
    let account: Account
    let context: CommandContext

    func post(_ draft: Draft) async throws(BrokerError) -> Post {
        guard client.knowsRepetition else { return try await send(draft) }
        let doubts = DoubtfulPosts(context.environment, now: context.clock())
        var draft = draft
        if let key = doubts.key(of: draft, by: account) {
            draft.idempotencyKey = key
            context.messages.detail("the same attempt as before, to a server that knows Idempotency-Key")
        }
        do {
            let post = try await send(draft)
            doubts.forget(draft, by: account)
            return post
        } catch {
            if error.code == .outcomeUnknown { doubts.keep(draft, by: account) }
            throw error
        }
    }

    private func send(_ draft: Draft) async throws(BrokerError) -> Post {
        try await client.post(draft) { visibility in
            context.messages.note("the reply is \(visibility.rawValue): no more people may see it than what it answers")
        }
    }
}
