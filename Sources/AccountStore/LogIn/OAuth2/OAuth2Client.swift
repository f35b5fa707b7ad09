import OAuth
import SecretBytes

/// An app as it shows itself where tokens are given, renewed and taken back.
struct OAuth2Client: Sendable {
    var id: String
    /// `nil` for a public app.
    var secret: SharedSecret?
    var authentication: OAuth2Endpoints.ClientAuthentication

    /// In the header field.
    var proof: RequestProof {
        guard let secret, authentication == .basic else { return .none }
        return .basic(clientID: id, clientSecret: secret)
    }

    /// In the form: the id of an app that is not in the header field (RFC 6749, section 3.2.1), and a secret that has no
    /// other place.
    var parameters: [RequestParameter] {
        if case .basic = proof { return [] }
        let id = [RequestParameter("client_id", id)]
        guard let secret, authentication == .post else { return id }
        return id + [RequestParameter("client_secret", secret: secret)]
    }
}

extension LogInPlan {
    /// The app of a log-in by OAuth 2.0.
    var client: OAuth2Client? {
        guard let app, let oauth2 = description.oauth2 else { return nil }
        return OAuth2Client(
            id: app.consumerKey, secret: app.consumerSecret, authentication: oauth2.clientAuthentication)
    }
}

extension BearerToken {
    /// The app that the token was given to; `nil` where that is not known.
    ///
    /// - Parameter description: of the service, where there is one still.
    func client(_ description: ServiceDescription?) -> OAuth2Client? {
        clientID.map {
            OAuth2Client(
                id: $0, secret: clientSecret, authentication: description?.oauth2?.clientAuthentication ?? .basic)
        }
    }
}
