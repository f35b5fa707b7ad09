import AccountModel
import SecretBytes

/// Why a service sent the browser back without a code (RFC 6749, section 4.1.2.1).
struct AuthorizationFailure: Hashable, Sendable {
    /// As RFC 6749 has them: `invalid_scope`.
    let kind: String
    /// The service's own words, on one line and cut.
    let words: String?

    /// The answer names another service than the one that was asked.
    static let otherIssuer = AuthorizationFailure(kind: "", words: nil)

    private init(kind: String, words: String?) {
        self.kind = kind
        self.words = words
    }

    init(_ error: SharedSecret, description: SharedSecret?) {
        self.init(
            kind: AuthorizationFailure.text(error).map { OneLine.visible($0, length: 64) } ?? "an error",
            words: description.flatMap(AuthorizationFailure.text).map {
                Redaction.withoutCredentials(OneLine.joined($0))
            })
    }

    var isDenial: Bool { kind == "access_denied" }

    /// What the person is told.
    func error(of plan: LogInPlan) -> BrokerError {
        guard self != .otherIssuer else {
            return BrokerError(
                .serviceRefused, "the answer that came back is not from \(plan.service); nothing was stored",
                nextStep: plan.command)
        }
        let told = words.map { "\(kind): \($0)" } ?? kind
        let code: BrokerError.Code =
            ["server_error", "temporarily_unavailable"].contains(kind) ? .tryLater : .serviceRefused
        return BrokerError(
            code, "\(plan.service) refused the log-in (\(told)); nothing was stored",
            nextStep: OAuth2Refusal.wayOut(of: kind, plan) ?? plan.command)
    }

    private static func text(_ secret: SharedSecret) -> String? {
        secret.withSpan { String(validating: JSONText.raw($0, 0..<$0.count), as: UTF8.self) }
    }
}
