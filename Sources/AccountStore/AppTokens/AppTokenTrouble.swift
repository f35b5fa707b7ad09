import AccountModel

/// What a program, or the person, is told of a token that an app could not get for itself.
struct AppTokenTrouble {
    let service: Service
    /// The app's name.
    let app: String
    let logInProtocol: LogInProtocol
    /// The file that describes the service, as it is shown.
    let source: String

    private var named: String { "the app \(OneLine.visible(app, length: 64))" }
    private var keptAnew: String { NextCommand.setApp(app, of: service, speaking: logInProtocol) }
    private var accounts: String { "name an account with -a\nacctstore list \(service)" }

    /// - Parameter error: of the request.
    func noAnswer(_ error: BrokerError) -> BrokerError {
        BrokerError(error.code, "\(named) got no token for itself: \(error.message)", nextStep: error.nextStep)
    }

    func unusable(_ reason: String) -> BrokerError {
        BrokerError(.serviceRefused, "\(service) gave \(named) no token for itself: it answered with \(reason)")
    }

    /// RFC 6749, section 5.2.
    func refused(_ refusal: OAuth2Refusal) -> BrokerError {
        let message = "\(service) gave \(named) no token for itself (\(refusal.told)\(refusal.wait))"
        switch refusal.kind {
        case _ where refusal.isTemporary || refusal.status >= 500: return BrokerError(.tryLater, message)
        case "unauthorized_client", "unsupported_grant_type":
            return BrokerError(.serviceRefused, message, nextStep: accounts)
        case "invalid_scope":
            return BrokerError(
                .serviceRefused, message,
                nextStep: "correct app-scopes under [oauth2] in \(source)")
        case _ where refusal.refusesClient: return BrokerError(.notConfigured, message, nextStep: keptAnew)
        default: return BrokerError(.serviceRefused, message, nextStep: accounts)
        }
    }
}
