import AccountModel
import SecretBytes

/// What a log-in brought in the end: what requests are made with, and who it is for where that was said along with it.
struct ReceivedCredential: Sendable {
    var kind: AccountCredential.Kind
    var userID: String?
    var username: String?
    /// What the person should know about it: one line.
    var warning: String?

    /// What the token is told from others by.
    var token: SharedSecret {
        switch kind {
        case .signing(let keys): keys.token
        case .bearer(let token): token.accessToken
        }
    }
}

extension ReceivedCredential {
    /// A token of OAuth 1.0a, with the keys of the app that it was given to.
    init(_ received: ReceivedToken, for app: AppCredential, signatureMethod: String) throws(BrokerError) {
        guard let secret = app.consumerSecret else {
            throw BrokerError(.notConfigured, "the app has no consumer secret, without which nothing can be signed")
        }
        self.init(
            kind: .signing(
                SigningKeys(
                    consumerKey: app.consumerKey, consumerSecret: secret, token: received.token,
                    tokenSecret: received.secret, signatureMethod: signatureMethod)),
            userID: received.userID, username: received.username)
    }
}
