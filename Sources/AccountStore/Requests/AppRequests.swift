import AccountModel
import OAuth

/// Requests that an app makes alone: signed with its key, or with a token that the service gives to it.
///
/// What the app may do counts for all who use it, and against a limit that they share. So a program needs a grant for
/// all accounts of the service.
struct AppRequests: Sendable {
    let parts: StoreParts
    let caller: Caller

    /// The app's credential, once the caller may use it and the URL is one of its service's.
    ///
    /// - Parameter named: the service whose app it is; `nil` for the one of the URL that has an app of the name.
    func sending(
        _ method: String, _ url: RequestURL, as name: String, of named: Service?
    ) async throws(BrokerError) -> SendingCredential {
        let service = try await service(of: url, keeping: name, named: named)
        parts.use?.note(service, app: name)
        try await checkAccess(to: service, for: Permissions(method: method))
        let description = try parts.describe(service)
        let kept = try await LogInApp(parts: parts, description: description).known(name)
        parts.use?.note(service, app: kept.name)
        let words = "the request as the app \(OneLine.visible(kept.name, length: 64)) (\(service))"
        let way = try way(of: kept, at: description)
        switch way {
        case .signature(let credential):
            return SendingCredential(service: service, words: words, proof: .signature(credential))
        case .token(let source):
            let token = try await source.current()
            return SendingCredential(
                service: service, words: words, proof: .bearer(token.token.accessToken), renewal: source,
                isUnproven: !token.isProven)
        }
    }

    /// How an app shows whose a request is.
    private enum Way {
        case signature(RequestSigning.ConsumerCredential)
        case token(AppTokenSource)
    }

    private func way(
        of kept: LogInApp.Settled, at description: ServiceDescription
    ) throws(BrokerError) -> Way {
        let app = kept.credential
        switch (app.logInProtocol, app.consumerSecret) {
        case (.oauth1, let secret?):
            guard let address = description.appTokenOfOAuth1 else {
                return .signature(
                    RequestSigning.ConsumerCredential(
                        consumerKey: app.consumerKey, consumerSecret: secret,
                        signatureMethod: description.signatureMethod))
            }
            return .token(
                AppTokenSource(
                    parts, kept, secret, authentication: .basic, at: address, scopes: "", of: description))
        case (.oauth2, let secret?) where description.givesAppTokensByOAuth2:
            guard let oauth2 = description.oauth2 else { break }
            return .token(
                AppTokenSource(
                    parts, kept, secret, authentication: oauth2.clientAuthentication, at: oauth2.token,
                    scopes: oauth2.appScopes, of: description))
        default: break
        }
        throw cannotActAlone(kept, at: description)
    }

    /// An app of OAuth 2.0 that has no secret, or whose service gives such apps no token.
    private func cannotActAlone(_ kept: LogInApp.Settled, at description: ServiceDescription) -> BrokerError {
        let service = description.service
        let app = "the app \(OneLine.visible(kept.name, length: 64)) of \(service)"
        var ways = ["name an account with -a", "acctstore list \(service)"]
        guard description.givesAppTokensByOAuth2 else {
            if description.hasThreeSteps {
                ways += ["or keep an app for OAuth 1.0a", NextCommand.setApp("alone", of: service, speaking: .oauth1)]
            }
            return BrokerError(
                .notConfigured, "\(app) is for OAuth 2.0, for which \(service) gives no token to an app itself",
                nextStep: ways.joined(separator: "\n"))
        }
        ways += ["or keep an app that has a secret", NextCommand.setApp("alone", of: service, speaking: .oauth2)]
        return BrokerError(
            .notConfigured, "\(app) is public: without a secret it gets no token for itself",
            nextStep: ways.joined(separator: "\n"))
    }

    private var records: Records { Records(keychain: parts.keychain) }

    /// The service that is named, once the URL belongs to it; else, of several services at one address, the one that has
    /// the app.
    private func service(
        of url: RequestURL, keeping name: String, named: Service?
    ) async throws(BrokerError) -> Service {
        // Of every service there, whichever is named, the addresses of the log-in are closed.
        let services = try await parts.services(of: url).map(\.service)
        if let named {
            try RequestRules.check(url, belongsTo: try parts.describe(named))
            return named
        }
        guard services.count > 1 else { return services[0] }
        let apps = try await records.apps().map { AppName(service: $0.service, name: $0.name) }
        let having = AppName.services(services, withAppMeantBy: name, among: apps)
        guard having.count < 2 else {
            throw BrokerError(
                .invalidArgument,
                "\(url) belongs to \(having.map(\.description).joined(separator: " and to ")), each of which has an app "
                    + "that \(OneLine.visible(name, length: 64)) may mean",
                nextStep: "say whose app is meant, with --service \(having[0])")
        }
        return having.first ?? services[0]
    }

    private func checkAccess(to service: Service, for permissions: Permissions) async throws(BrokerError) {
        let subject = AccessSubject.service(service)
        switch try await AccessDesk(parts: parts, caller: caller).decide(permissions, subject) {
        case .allowed, .allowedAfterWaiting: return
        case .denied(let denial): throw .denied(denial, to: caller.program, subject)
        case .unanswered: throw .unanswered(for: caller.program, subject)
        }
    }
}
