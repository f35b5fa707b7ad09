import AccountModel
import OAuth
import SecretBytes

/// The log-in of RFC 8628: the person types a short code into a page on another device, and the service is asked until it
/// has a token.
struct DeviceLogIn {
    /// What is kept while the person is at it.
    struct Waiting: Sendable {
        var deviceCode: SharedSecret
        var polling: DevicePolling
    }

    /// What came of one question.
    enum Answer: Sendable {
        case granted(ReceivedCredential)
        case notYet(DevicePolling.Answer)
    }

    private let plan: LogInPlan
    private let parts: StoreParts

    init(_ plan: LogInPlan, _ parts: StoreParts) {
        self.plan = plan
        self.parts = parts
    }

    /// Fetches a code for the person.
    func begin() async throws(BrokerError) -> (LogInVisit, Waiting) {
        guard let client = plan.client, let oauth2 = plan.description.oauth2, let address = oauth2.device else {
            throw BrokerError(.notConfigured, "\(plan.service) is described without an address for codes of devices")
        }
        let scope = oauth2.scopes.isEmpty ? [] : [RequestParameter("scope", oauth2.scopes)]
        let call = ServiceCall(parts: parts, proof: client.proof, service: plan.service)
        let answer = try await call.send("POST", address, form: client.parameters + scope)
        guard answer.isSuccess else {
            throw OAuth2Refusal(answer).error(refusing: "the request for a code", of: plan)
        }
        guard let code = answer.body.withSpan({ DeviceCodeAnswer($0) }) else {
            throw BrokerError(
                .serviceRefused,
                "\(plan.service) answered with no code to type (status \(answer.status)); nothing was stored",
                nextStep: plan.commandByPIN)
        }
        let visit = LogInVisit(url: code.page, userCode: code.userCode, completeURL: code.completePage)
        return (
            visit,
            Waiting(deviceCode: code.deviceCode, polling: DevicePolling(interval: code.interval, life: code.life))
        )
    }

    /// Asks whether the access is allowed by now.
    func ask(_ waiting: Waiting) async throws(BrokerError) -> Answer {
        let outcome: TokenEndpoint.Outcome
        do throws(BrokerError) {
            outcome = try await plan.tokenEndpoint(parts).ask(for: [
                RequestParameter("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
                RequestParameter("device_code", secret: waiting.deviceCode),
            ])
        } catch {
            // The code stays good; the network may come back.
            guard error.code == .unavailable else { throw error }
            return .notYet(.unreachable)
        }
        guard case .refused(let refusal) = outcome else {
            return .granted(try plan.credential(of: outcome, for: "the code", at: parts.clock.now()))
        }
        switch refusal.kind {
        case "authorization_pending": return .notYet(.pending)
        case "slow_down": return .notYet(.slowDown)
        case "access_denied": throw plan.denied
        case "expired_token": throw plan.codeExpired
        default:
            if refusal.isTemporary { return .notYet(.slowDown) }
            if refusal.status >= 500 { return .notYet(.unreachable) }
            throw refusal.error(refusing: "the code", of: plan)
        }
    }
}

extension LogInPlan {
    /// The person said no.
    var denied: BrokerError {
        BrokerError(.cancelled, "the access was denied at \(service); nothing was stored", nextStep: command)
    }

    /// The code was not typed while it was good.
    var codeExpired: BrokerError {
        BrokerError(
            .cancelled, "the code was not typed at \(service) while it was good; nothing was stored", nextStep: command)
    }
}
