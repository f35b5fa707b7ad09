import AccountModel
import OAuth
import SecretBytes

/// A token with its secret, and who it is for where that was said along with it.
struct ReceivedToken: Sendable {
    var token: SharedSecret
    var secret: SharedSecret
    var userID: String?
    var username: String?
}

extension ReceivedToken {
    /// Reads a service's answer to a log-in's last step. `nil` where it has no token and secret.
    init?(_ answer: ServiceCall.Answer) {
        let fields = answer.body.withSpan { FormFields(scanning: $0) }
        guard let token = fields["oauth_token"], !token.isEmpty, let secret = fields["oauth_token_secret"],
            !secret.isEmpty
        else { return nil }
        // Flickr has names of its own for both.
        self.init(
            token: token, secret: secret,
            userID: (fields.text("user_id") ?? fields.text("user_nsid")).flatMap(PersonName.id),
            username: (fields.text("screen_name") ?? fields.text("username")).flatMap(PersonName.name))
    }
}
