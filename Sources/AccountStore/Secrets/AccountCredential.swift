import AccountModel
import SecretBytes

/// All that a request of an account needs, so that one look-up signs or sends.
struct AccountCredential: Sendable {
    /// What requests are made with.
    enum Kind: Sendable {
        /// They are signed (OAuth 1.0a).
        case signing(SigningKeys)
        /// They carry the token itself (OAuth 2.0).
        case bearer(BearerToken)
    }

    var kind: Kind
    /// The addresses that were in force at the log-in: a description that is edited later leads no token elsewhere.
    var urls: ServiceURLs
    /// Members of a form that this release does not know, kept as they stand.
    var others: [(name: String, json: SharedSecret)] = []
    var otherURLs: [(name: String, json: SharedSecret)] = []

    init(_ kind: Kind, urls: ServiceURLs) {
        self.kind = kind
        self.urls = urls
    }

    /// Takes over what `older` has beside the members known here.
    func keepingOthers(of older: AccountCredential) -> AccountCredential {
        var copy = self
        copy.others = older.others
        copy.otherURLs = older.otherURLs
        return copy
    }
}

extension AccountCredential {
    /// What the account logged in by.
    var logInProtocol: LogInProtocol {
        switch kind {
        case .signing: .oauth1
        case .bearer: .oauth2
        }
    }

    /// Whether there is something to fetch a new token with.
    var canBeRenewed: Bool {
        switch kind {
        case .signing: false
        case .bearer(let token): token.refreshToken != nil && token.clientID != nil
        }
    }

    /// Whether its token was had for one that the service refused without a reason, and was not accepted yet.
    var isUnproven: Bool {
        switch kind {
        case .signing: false
        case .bearer(let token): token.unproven != nil
        }
    }

    /// What a request is sent with.
    var proof: RequestProof {
        switch kind {
        case .signing(let keys): .signature(RequestSigning.ConsumerCredential(keys))
        case .bearer(let token): .bearer(token.accessToken)
        }
    }

    /// What nobody may see.
    var secrets: [SharedSecret] {
        switch kind {
        case .signing(let keys): [keys.consumerSecret, keys.token, keys.tokenSecret]
        case .bearer(let token): [token.accessToken, token.refreshToken, token.clientSecret].compactMap { $0 }
        }
    }

    /// The name of the method where a header made with the credential is the secret itself, so that no program may see
    /// it: PLAINTEXT (RFC 5849, 3.4.4), and a bearer token (RFC 6750).
    var methodThatGivesItAway: String? {
        switch kind {
        case .signing(let keys): keys.methodThatGivesItAway
        case .bearer: "a bearer token"
        }
    }
}
