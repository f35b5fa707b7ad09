public import AccountModel
public import FoundationEssentials

/// Posts as one account of one service, through whatever performs signed requests.
public struct ServiceClient: Sendable {
    private let account: Account
    private let profile: ServiceProfile
    private let performer: any RequestPerforming
    private let dialect: any Dialect
    private let now: @Sendable () -> Date
    private let noteRejectedCredential: @Sendable () async -> Void

    /// An answer longer than this is no answer to a post, in bytes.
    private static let longestAnswer = 4 * 1024 * 1024

    /// `noteRejectedCredential` is called when the service says that the token of the account is no longer valid.
    ///
    /// Throws `notConfigured` where the service speaks a dialect that this client does not.
    public init(
        account: Account, profile: ServiceProfile, performer: any RequestPerforming,
        now: @escaping @Sendable () -> Date = { Date.now },
        noteRejectedCredential: @escaping @Sendable () async -> Void = {}
    ) throws(BrokerError) {
        guard profile.dialect == .twitter11 else {
            throw BrokerError(
                .notConfigured,
                "this release cannot post to \(profile.service), whose dialect is \(profile.dialect.rawValue)",
                nextStep: "sign requests to it: acctstore sign -a \(account.number) POST URL")
        }
        self.account = account
        self.profile = profile
        self.performer = performer
        dialect = Twitter11(profile)
        self.now = now
        self.noteRejectedCredential = noteRejectedCredential
    }

    /// Counts as the service does.
    public var counter: PostCounter { PostCounter(CountingRules(profile)) }

    /// Posts, once. Nothing is sent where the text is too long.
    ///
    /// Throws `inputRefused` for text over the limit, `invalidArgument` for a reply to what is not a post,
    /// `serviceRefused`, `credentialRejected` and `tryLater` for what the service answers, `outcomeUnknown` where it
    /// may have been posted or not, and what `perform` throws.
    public func post(_ draft: Draft) async throws(BrokerError) -> Post {
        try draft.text.check(with: counter)
        let response = try await send(dialect.request(toPost: draft))
        guard (200..<300).contains(response.status) else {
            // The reason is worth having, but its loss changes nothing about what the status says.
            let body = (try? await response.body.collect(upTo: Self.longestAnswer)) ?? []
            throw await failure(response, body: body, of: draft)
        }
        let body: [UInt8]
        do {
            body = try await response.body.collect(upTo: Self.longestAnswer)
        } catch {
            throw unknown("the answer of \(host) was cut short (\(error.message))")
        }
        guard let post = dialect.post(in: body) else { throw await failure(response, body: body, of: draft) }
        return post
    }

    private func send(_ request: UnsignedRequest) async throws(BrokerError) -> Response {
        do {
            return try await performer.perform(request, body: nil, as: .account(account.id))
        } catch  where error.code == .outcomeUnknown {
            throw unknown(error.message)
        }
    }

    private func failure(_ response: Response, body: [UInt8], of draft: Draft) async -> BrokerError {
        let fault = dialect.fault(in: body)
        if fault.code == AnswerInterpreter.invalidToken { await noteRejectedCredential() }
        let interpreter = AnswerInterpreter(
            actor: .account(account), service: profile.service, host: host,
            attempt: draft.replyTo.map { .reply(to: $0) } ?? .post, now: now())
        return interpreter.error(
            for: AnswerInterpreter.Answer(status: response.status, headers: response.headers, fault: fault))
    }

    private func unknown(_ reason: String) -> BrokerError {
        BrokerError(
            .outcomeUnknown, "it may have been posted as \(account.label) or not: \(reason)",
            nextStep: Attempt.post.lookFirst(as: .account(account)))
    }

    private var host: String {
        let parts = profile.api.split(separator: "/")
        return parts.count > 1 ? String(parts[1]) : profile.api
    }
}
