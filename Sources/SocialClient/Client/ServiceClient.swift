public import AccountModel
public import FoundationEssentials

/// Posts and reads as one account of one service, or as an app or nobody, through whatever performs requests.
public struct ServiceClient: Sendable {
    let actor: ServiceActor
    let dialect: any Dialect
    private let profile: ServiceProfile
    private let performer: any RequestPerforming
    private let now: @Sendable () -> Date
    private let noteRejectedCredential: @Sendable () async -> Void
    private let logInProtocol: @Sendable () async -> LogInProtocol?

    /// A longer answer is no answer to what this client asks, in bytes.
    private static let longestAnswer = 16 * 1024 * 1024

    /// `noteRejectedCredential` is called when the service says that the token of the account is no longer valid, and
    /// `logInProtocol` for what the app of who acts speaks, when that has to be told.
    ///
    /// Throws `notConfigured` where the service speaks a dialect that this client does not.
    public init(
        actor: ServiceActor, profile: ServiceProfile, performer: any RequestPerforming,
        now: @escaping @Sendable () -> Date = { Date.now },
        noteRejectedCredential: @escaping @Sendable () async -> Void = {},
        logInProtocol: @escaping @Sendable () async -> LogInProtocol? = { .oauth1 }
    ) throws(BrokerError) {
        switch profile.dialect {
        case .twitter11: dialect = Twitter11(profile)
        case .twitter2: dialect = Twitter2(profile)
        case .mastodon: dialect = Mastodon(profile)
        case .none:
            throw BrokerError(
                .notConfigured, "\(profile.service) is for requests of your own: it can be neither posted to nor read",
                nextStep: ["acctstore", "request", actor.option, "GET", "URL"].joined(separator: " "))
        }
        self.actor = actor
        self.profile = profile
        self.performer = performer
        self.now = now
        self.noteRejectedCredential = noteRejectedCredential
        self.logInProtocol = logInProtocol
    }

    /// Counts as the service does.
    public var counter: PostCounter { PostCounter(CountingRules(profile)) }

    /// Whether the service may know two drafts with one ``Draft/idempotencyKey`` for one, and post it once.
    public var knowsRepetition: Bool { dialect.knowsRepetition }

    /// Posts, once. Nothing is sent where the text is too long.
    ///
    /// A reply is never seen by more people than what it answers: where the draft does not say who may see it, it is made
    /// so, and `onNarrowing` is told.
    ///
    /// Throws `inputRefused` for text over the limit, `invalidArgument` for a reply to what is not a post or to one that
    /// fewer may see, and for what the service does not have, `serviceRefused`, `credentialRejected` and `tryLater` for
    /// what the service answers, `outcomeUnknown` where it may have been posted or not, and what `perform` throws.
    public func post(_ draft: Draft, onNarrowing: (Visibility) -> Void = { _ in }) async throws(BrokerError) -> Post {
        try draft.text.check(with: counter, behind: draft.contentWarning ?? "")
        try requireAccount(to: "post")
        let fitted = try await fitted(draft)
        if let visibility = fitted.visibility, draft.visibility == nil { onNarrowing(visibility) }
        return try await ask(dialect.request(toPost: fitted), as: draft.replyTo.map(Attempt.reply(to:)) ?? .post) {
            dialect.post(in: $0)
        }
    }

    /// Takes a post back.
    ///
    /// Throws `invalidArgument` for what is not an id, and for the answers as ``post(_:onNarrowing:)`` does.
    public func unpost(_ id: String) async throws(BrokerError) {
        try requireAccount(to: "take a post back")
        try await ask(dialect.request(toUnpost: id), as: .unpost(id)) { dialect.confirmsRemoval(in: $0) ? () : nil }
    }

    // MARK: - The exchange

    /// Sends a request and reads the answer; `read` gives nil for a body that is not what was asked for.
    func ask<Value>(
        _ request: ServiceRequest, as attempt: Attempt, read: ([UInt8]) -> Value?
    ) async throws(BrokerError) -> Value {
        let answer = try await answer(to: request, as: attempt)
        guard answer.isSuccess, let value = read(answer.body) else { throw await failure(answer, of: attempt) }
        return value
    }

    func answer(to request: ServiceRequest, as attempt: Attempt) async throws(BrokerError) -> ServiceAnswer {
        let response = try await send(request, as: attempt)
        var answer = ServiceAnswer(status: response.status, headers: response.headers, body: [])
        do {
            answer.body = try await response.body.collect(upTo: Self.longestAnswer)
        } catch {
            // The reason of a refusal is worth having, but its loss changes nothing about what the status says.
            guard answer.isSuccess else { return answer }
            guard attempt.isWrite else { throw error }
            throw unknown("the answer of \(host) was cut short (\(error.message))", attempt)
        }
        return answer
    }

    private func send(_ request: ServiceRequest, as attempt: Attempt) async throws(BrokerError) -> Response {
        do {
            return try await performer.perform(
                request.request, body: request.streamedBody, as: actor.sender(to: profile.service))
        } catch  where error.code == .outcomeUnknown {
            throw unknown(error.message, attempt)
        }
    }

    func failure(_ answer: ServiceAnswer, of attempt: Attempt) async -> BrokerError {
        let fault = dialect.fault(in: answer.body)
        if fault.code == TwitterCode.invalidToken { await noteRejectedCredential() }
        let spoken = profile.dialect == .mastodon ? .oauth2 : await logInProtocol()
        let interpreter = AnswerInterpreter(
            actor: actor, service: service, host: host, attempt: attempt, now: now(), logInProtocol: spoken)
        return interpreter.error(
            for: AnswerInterpreter.Answer(
                status: answer.status, headers: answer.headers, fault: fault,
                deniesLogIn: dialect.deniesLogIn(answer)))
    }

    private func unknown(_ reason: String, _ attempt: Attempt) -> BrokerError {
        let doubt =
            switch attempt {
            case .unpost(let id): "post \(OneLine.visible(id, length: 40)) may have been taken back or not"
            default: "it may have been posted as \(actor.label) or not"
            }
        return BrokerError(.outcomeUnknown, "\(doubt): \(reason)", nextStep: attempt.lookFirst(as: actor))
    }

    var host: String {
        let parts = profile.api.split(separator: "/")
        return parts.count > 1 ? String(parts[1]) : profile.api
    }

    var service: Service { profile.service }
}
