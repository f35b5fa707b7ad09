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

    /// A longer answer is no answer to what this client asks, in bytes.
    private static let longestAnswer = 16 * 1024 * 1024

    /// `noteRejectedCredential` is called when the service says that the token of the account is no longer valid.
    ///
    /// Throws `notConfigured` where the service speaks a dialect that this client does not.
    public init(
        actor: ServiceActor, profile: ServiceProfile, performer: any RequestPerforming,
        now: @escaping @Sendable () -> Date = { Date.now },
        noteRejectedCredential: @escaping @Sendable () async -> Void = {}
    ) throws(BrokerError) {
        switch profile.dialect {
        case .twitter11: dialect = Twitter11(profile)
        default:
            throw BrokerError(
                .notConfigured,
                "this release cannot speak to \(profile.service), whose dialect is \(profile.dialect.rawValue)",
                nextStep: "sign requests to it: acctstore sign POST URL")
        }
        self.actor = actor
        self.profile = profile
        self.performer = performer
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
        try requireAccount(to: "post")
        return try await ask(dialect.request(toPost: draft), to: .write) { dialect.post(in: $0) }
    }

    /// Takes a post back.
    ///
    /// Throws `invalidArgument` for what is not an id, and for the answers as ``post(_:)`` does.
    public func unpost(_ id: String) async throws(BrokerError) {
        try requireAccount(to: "take a post back")
        try await ask(dialect.request(toUnpost: id), to: .write) { dialect.confirmsRemoval(in: $0) ? () : nil }
    }

    // MARK: - The exchange

    /// Sends a request and reads the answer; `read` gives nil for a body that is not what was asked for.
    func ask<Value>(
        _ request: ServiceRequest, to purpose: AnswerInterpreter.Purpose, read: ([UInt8]) -> Value?
    ) async throws(BrokerError) -> Value {
        let response = try await send(request)
        guard (200..<300).contains(response.status) else {
            // The reason is worth having, but its loss changes nothing about what the status says.
            let body = (try? await response.body.collect(upTo: Self.longestAnswer)) ?? []
            throw await failure(response, body: body, purpose: purpose)
        }
        let body: [UInt8]
        do {
            body = try await response.body.collect(upTo: Self.longestAnswer)
        } catch {
            guard purpose == .write else { throw error }
            throw unknown("the answer of \(host) was cut short (\(error.message))")
        }
        guard let value = read(body) else { throw await failure(response, body: body, purpose: purpose) }
        return value
    }

    private func send(_ request: ServiceRequest) async throws(BrokerError) -> Response {
        do {
            return try await performer.perform(request.request, body: request.streamedBody, as: actor.sender)
        } catch  where error.code == .outcomeUnknown {
            throw unknown(error.message)
        }
    }

    private func failure(
        _ response: Response, body: [UInt8], purpose: AnswerInterpreter.Purpose
    ) async -> BrokerError {
        let fault = dialect.fault(in: body)
        if fault.code == TwitterCode.invalidToken { await noteRejectedCredential() }
        let interpreter = AnswerInterpreter(actor: actor, host: host, purpose: purpose, now: now())
        return interpreter.error(
            for: AnswerInterpreter.Answer(status: response.status, headers: response.headers, fault: fault))
    }

    private func unknown(_ reason: String) -> BrokerError {
        BrokerError(
            .outcomeUnknown, "it may have been posted as \(actor.label) or not: \(reason)",
            nextStep: AnswerInterpreter.lookFirst(actor))
    }

    var host: String {
        let parts = profile.api.split(separator: "/")
        return parts.count > 1 ? String(parts[1]) : profile.api
    }

    var service: Service { profile.service }
}
