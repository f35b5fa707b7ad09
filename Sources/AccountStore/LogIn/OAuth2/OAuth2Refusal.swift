import AccountModel
import SecretBytes

/// A refusal where tokens are given, renewed or taken back (RFC 6749, section 5.2), whatever shape it has.
struct OAuth2Refusal: Sendable {
    let status: Int
    /// The kind of trouble, as RFC 6749 and others have them: `invalid_grant`; `nil` where the answer names none.
    let kind: String?
    /// `400 invalid_grant: The code is no longer good`
    let told: String
    /// Seconds after which the service wants to be asked again.
    let retryAfter: Int?
    /// The number of the error, at Twitter and what speaks its API.
    private let code: Int?

    init(_ answer: ServiceCall.Answer) {
        status = answer.status
        kind = answer.body.withSpan(OAuth2Refusal.kind(in:))
        retryAfter = answer.retryAfter
        code = answer.code
        guard let kind else {
            told = answer.told
            return
        }
        let words = answer.fault.message.flatMap { $0 == kind ? nil : ": \($0)" }
        told = "\(status) \(kind)\(words ?? "")"
    }

    /// Whether the service cannot answer now.
    var isTemporary: Bool {
        [420, 429, 503].contains(status) || kind == "temporarily_unavailable"
    }

    /// Whether what was to be exchanged is good no more: RFC 6749, section 5.2, says so with these statuses. In a redirect, or
    /// in the answer of a service in trouble, the word proves nothing.
    var endsGrant: Bool { kind == "invalid_grant" && [400, 401].contains(status) }

    /// Whether it is the app that the service does not know, or whose secret it does not accept.
    var refusesClient: Bool {
        kind == "invalid_client" || (kind == nil && (status == 401 || code == TwitterCode.unverifiedApp))
    }

    private var brokerCode: BrokerError.Code { isTemporary ? .tryLater : .serviceRefused }

    /// What the person is told of a step of a log-in that was refused.
    ///
    /// - Parameter what: `the code`
    func error(refusing what: String, of plan: LogInPlan) -> BrokerError {
        BrokerError(
            brokerCode, "\(plan.service) refused \(what) (\(told)\(wait)); nothing was stored",
            nextStep: kind.flatMap { OAuth2Refusal.wayOut(of: $0, plan) } ?? plan.command)
    }

    /// `; it asks to wait 30 seconds`, or nothing.
    var wait: String { retryAfter.map { "; it asks to wait \($0) seconds" } ?? "" }

    /// What to do about an error whose cause is on this side; `nil` for any other.
    static func wayOut(of kind: String, _ plan: LogInPlan) -> String? {
        switch kind {
        case "invalid_client", "unauthorized_client":
            NextCommand.setApp(
                plan.appName, of: plan.service, speaking: .oauth2,
                isPublic: plan.app.map { $0.consumerSecret == nil } ?? false)
        case "invalid_scope":
            "correct scopes under [oauth2] in "
                + plan.description.shownSource
        default: nil
        }
    }

    /// `error` of a JSON object, where it is one of the plain words that RFC 6749 has.
    static func kind(in body: Span<UInt8>) -> String? {
        guard let member = (try? JSONText.members(of: body))?.first(where: { $0.name == "error" }),
            let text = JSONText.text(body, member.value), 1...64 ~= text.utf8.count,
            text.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") })
        else { return nil }
        return text
    }
}
