import AccountModel

/// Ready tokens and the app that they were given to.
struct TokenLogIn {
    let parts: StoreParts
    let input: TokenInput

    /// Settles which app it is, and gives the credential.
    ///
    /// Tokens that are signed with need an app, and so does one that can be renewed; any other bearer token is used as it
    /// is. Throws `notConfigured` where there is none.
    func settle(_ plan: inout LogInPlan) async throws(BrokerError) -> ReceivedCredential {
        var received: ReceivedCredential
        switch input.tokens {
        case .signing(let token):
            let app = try await app(speaking: .oauth1, &plan)
            received = try ReceivedCredential(token, for: app, signatureMethod: plan.description.signatureMethod)
        case .bearer(var token):
            do throws(BrokerError) {
                let app = try await app(speaking: .oauth2, &plan)
                (token.clientID, token.clientSecret) = (app.consumerKey, app.consumerSecret)
            } catch {
                let needsApp = token.refreshToken != nil || plan.request.app != App.defaultName
                if needsApp || error.code != .notConfigured { throw error }
            }
            received = ReceivedCredential(kind: .bearer(token))
        }
        received.userID = input.userID
        received.username = input.username
        return received
    }

    private func app(speaking wanted: LogInProtocol, _ plan: inout LogInPlan) async throws(BrokerError) -> AppCredential
    {
        if let brought = input.app {
            plan.app = brought
            return brought
        }
        let kept = try await LogInApp(parts: parts, description: plan.description).known(plan.request.app)
        let (name, app) = (kept.name, kept.credential)
        guard app.logInProtocol == wanted else {
            let fields = wanted == .oauth1 ? "consumer_key and consumer_secret" : "client_id"
            throw BrokerError(
                .notConfigured,
                "the tokens are of \(wanted.title), and the app \(OneLine.visible(name, length: 64)) of \(plan.service) "
                    + "is for \(app.logInProtocol.title)",
                nextStep: "give \(fields) with the tokens, or say with --app NAME which app is meant")
        }
        (plan.appName, plan.app) = (name, app)
        return app
    }
}
