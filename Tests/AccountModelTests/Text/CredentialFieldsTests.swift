import AccountModel
import Testing

@Suite("Credentials with a name are taken out of a service's words")
struct CredentialFieldsTests {
    @Test(
        "However name and value are joined",
        arguments: [
            ("oauth_token=a&oauth_token_secret=b&x=1", "oauth_token=***&oauth_token_secret=***&x=1"),
            (#"{"access_token": "a", "id":"1"}"#, #"{"access_token": "***", "id":"1"}"#),
            (#"OAuth oauth_token="a", oauth_nonce="n""#, #"OAuth oauth_token="***", oauth_nonce="n""#),
            ("POST&x&a%3D1%26oauth_token%3Da-b%26z", "POST&x&a%3D1%26oauth_token%3D***%26z"),
            ("X_AUTH_PASSWORD = a b", "X_AUTH_PASSWORD = *** b"), ("consumer_secret=", "consumer_secret="),
            ("a oauth_verifier=1", "a oauth_verifier=***"),
        ])
    func masked(_ text: String, _ shown: String) {
        #expect(CredentialFields.masked(text) == shown)
    }

    @Test(
        "Other words stay",
        arguments: [
            "Invalid or expired token.", "Your password: at least 8 characters", "status=hi&token_type=bearer", "a=b",
            "=", "", "é=ü", "Invalid oauth_verifier parameter",
        ])
    func untouched(_ text: String) {
        #expect(CredentialFields.masked(text) == text)
    }
}
