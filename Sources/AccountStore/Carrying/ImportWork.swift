import AccountModel

/// One thing that an import can store, with its secret.
enum ImportWork: Sendable {
    case app(String, Service, AppCredential)
    /// An account of another program, which the service is asked about.
    case tokens(ForeignTokens)
    /// An account as acctstore kept it.
    case account(Account, AccountIdentity, AccountCredential)
    case grant(Grant)
}

/// What another program keeps of an account, with the app that it is of.
struct ForeignTokens: Sendable {
    var service: Service
    /// The name that the app has here.
    var appName: String
    /// `nil` where the app is one that is kept here.
    var app: AppCredential?
    var token: ForeignAccount.Token
    var username: String?
}

extension ForeignTokens {
    /// As if they had been given by hand.
    var input: TokenInput {
        let tokens: TokenInput.Tokens
        switch token {
        case .signing(let token, let secret):
            tokens = .signing(ReceivedToken(token: token, secret: secret))
        case .bearer(let access, let refresh, let expires):
            tokens = .bearer(
                BearerToken(
                    clientID: app?.consumerKey, clientSecret: app?.consumerSecret, accessToken: access,
                    refreshToken: refresh, expires: expires))
        }
        return TokenInput(tokens, app: app, username: username.flatMap(PersonName.name))
    }

    /// `@alice`, or what else is known.
    var shownName: String {
        username.flatMap(PersonName.name).map { "@\($0) (\(service))" } ?? "the account of \(service)"
    }
}
