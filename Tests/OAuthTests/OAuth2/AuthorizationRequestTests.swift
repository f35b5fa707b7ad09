import OAuth
import SecretBytes
import Testing

@Suite("The question that a browser takes along")
struct AuthorizationRequestTests {
    private let request = AuthorizationRequest(
        clientID: "s6BhdRkqt3", redirectURI: "http://127.0.0.1:8765/callback?a=b", scope: "tweet.read offline.access",
        state: SharedSecret(SecretBytes(copying: "xyz".utf8)), challenge: "E9Melhoa")

    @Test("it has the parameters of RFC 6749, section 4.1.1, and RFC 7636, section 4.3, behind what the address has")
    func parameters() throws {
        let url = request.url(at: try RequestURL("https://server.example/authorize?tenant=1"))
        #expect(
            url.text == "https://server.example/authorize?tenant=1&response_type=code&client_id=s6BhdRkqt3"
                + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback%3Fa%3Db"
                + "&scope=tweet.read%20offline.access&state=xyz&code_challenge=E9Melhoa&code_challenge_method=S256")
    }

    @Test("no scope is asked for where none is wanted")
    func noScope() throws {
        var request = request
        request.scope = ""
        #expect(!request.url(at: try RequestURL("https://server.example/")).text.contains("scope"))
    }
}
