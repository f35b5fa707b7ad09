/// What of a credential, and of the account, a variable of the environment can hold.
enum CredentialKey: String, CaseIterable {
    case token
    case tokenSecret = "token_secret"
    case consumerKey = "consumer_key"
    case consumerSecret = "consumer_secret"
    case username
    case userID = "user_id"
    case service

    /// The field of the form that the agent hands out.
    var field: String {
        switch self {
        case .token: "oauth_token"
        case .tokenSecret: "oauth_token_secret"
        case .username: "screen_name"
        case .consumerKey, .consumerSecret, .userID, .service: rawValue
        }
    }
}
