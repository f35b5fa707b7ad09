import FoundationEssentials
import SecretBytes

/// What a log-in by OAuth 2.0 gave (RFC 6749, section 5.1), with what renews it.
struct BearerToken: Sendable {
    /// The app's; `nil` for a token that was made elsewhere and came without one.
    var clientID: String?
    /// `nil` for a public app, which has none.
    var clientSecret: SharedSecret?
    var accessToken: SharedSecret
    /// What the next access token is had for; `nil` where the service gave none.
    var refreshToken: SharedSecret?
    /// When the access token was given, by this machine's clock; `nil` where that is not known.
    var issued: Date?
    /// When the access token ends, by this machine's clock; `nil` where the service did not say.
    var expires: Date?
    /// What it may be used for, with blanks between; `nil` where the service did not say.
    var scope: String?
    /// When it was had for one that the service refused without a reason; `nil` once the service accepted it, and for any
    /// other. A refusal without a reason does not renew it: the token was not the cause.
    var unproven: Date?
}
