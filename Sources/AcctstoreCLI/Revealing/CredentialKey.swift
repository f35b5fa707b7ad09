/// What of a credential, and of the account, a variable of the environment can hold.
enum CredentialKey: String, CaseIterable {
    case token
    case tokenSecret = "token_secret"
    case consumerKey = "consumer_key"
    case consumerSecret = "consumer_secret"
    case scope
    case expires
    case username
    case userID = "user_id"
    case service

    /// The field of the form that the agent hands out; of two, the one that is there.
    var field: String {
        switch self {
        case .token: "oauth_token|access_token"
        case .tokenSecret: "oauth_token_secret"
        case .username: "screen_name"
        case .consumerKey, .consumerSecret, .scope, .expires, .userID, .service: rawValue
        }
    }
}
