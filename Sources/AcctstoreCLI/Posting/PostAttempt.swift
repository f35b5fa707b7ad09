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
        let earlier = doubts.key(of: draft, by: account)
        if let earlier {
            draft.idempotencyKey = earlier
            context.messages.detail("the same attempt as before, to a server that knows Idempotency-Key")
        }
        // Before it is sent: whoever ends this program in the midst of it knows no outcome either.
        doubts.keep(draft, by: account)
        do {
            let post = try await send(draft)
            doubts.forget(draft, by: account)
            return post
        } catch {
            // What is refused now says nothing of an earlier attempt.
            if earlier == nil && error.code != .outcomeUnknown { doubts.forget(draft, by: account) }
            throw error
        }
    }

    private func send(_ draft: Draft) async throws(BrokerError) -> Post {
        try await client.post(draft) { visibility in
            context.messages.note("the reply is \(visibility.rawValue): no more people may see it than what it answers")
        }
    }
}
