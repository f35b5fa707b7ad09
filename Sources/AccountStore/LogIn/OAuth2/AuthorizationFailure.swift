import AccountModel
import SecretBytes

/// Why a service sent the browser back without a code.
enum AuthorizationFailure: Hashable, Sendable {
    /// The answer names another service than the one that was asked (RFC 9207).
    case otherIssuer
    /// Of RFC 6749, section 4.1.2.1: the kind, `invalid_scope`, and the service's own words; each on one line and cut.
    case refused(kind: String, words: String?)

    init(_ error: SharedSecret, description: SharedSecret?) {
        let kind = AuthorizationFailure.text(error).flatMap { $0.isEmpty ? nil : OneLine.visible($0, length: 64) }
        let words = description.flatMap(AuthorizationFailure.text).map {
            Redaction.withoutCredentials(OneLine.joined($0))
        }
        self = .refused(kind: kind ?? "an error", words: words)
    }

    var isDenial: Bool {
        if case .refused("access_denied", _) = self { true } else { false }
    }

    /// What the person is told.
    func error(of plan: LogInPlan) -> BrokerError {
        guard case .refused(let kind, let words) = self else {
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
