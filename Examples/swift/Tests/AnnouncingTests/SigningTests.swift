import OAuth
import SecretBytes
import Testing

/// Signing by oneself, for who has tokens of their own: no store, no clock, no network.
@Suite("OAuth 1.0a by itself")
struct SigningTests {
    @Test("a request is signed as RFC 5849 says in section 1.2")
    func signs() throws {
        let signer = try RequestSigner(
            clientKey: "dpf43f3p2l4k3l03", token: SharedSecret(SecretBytes(copying: "nnch734d00sl2jdk".utf8)),
            key: SigningKey(
                clientSecret: SecretBytes(copying: "kd94hf93k423kf44".utf8),
                tokenSecret: SecretBytes(copying: "pfkkdhi9sl3r4s00".utf8)),
            version: nil)
        let url = try RequestURL("http://photos.example.net/photos?file=vacation.jpg&size=original")
        let signed = try signer.sign(
            RequestToSign(method: "GET", url: url), stamp: RequestStamp(timestamp: 137_131_202, nonce: "chapoH"))
        let header = try AuthorizationHeader(signed).value
        #expect(header.contains(#"oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D""#), "\(header)")
    }
}
