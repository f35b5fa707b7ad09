import SecretBytes
import Testing

@testable import OAuth

/// The examples in the text of RFC 5849 (with erratum 2550).
@Suite("Examples of RFC 5849")
struct SpecificationTests {
    @Test("Section 1.2: temporary credentials, with a callback")
    func temporaryCredentials() throws {
        let header = try header(
            "POST", "https://photos.example.net/initiate", token: nil, tokenSecret: "",
            stamp: RequestStamp(timestamp: 137_131_200, nonce: "wIjqoS"),
            parameters: [RequestParameter("oauth_callback", "http://printer.example.com/ready")])
        #expect(
            header == """
                OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_signature_method="HMAC-SHA1", \
                oauth_timestamp="137131200", oauth_nonce="wIjqoS", \
                oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready", \
                oauth_signature="74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D"
                """)
    }

    @Test("Section 1.2: token credentials, with a verifier")
    func tokenCredentials() throws {
        let header = try header(
            "POST", "https://photos.example.net/token", token: "hh5s93j4hdidpola", tokenSecret: "hdhd0244k9j7ao03",
            stamp: RequestStamp(timestamp: 137_131_201, nonce: "walatlh"),
            parameters: [RequestParameter("oauth_verifier", "hfdp7dh39dks9884")])
        #expect(
            header == """
                OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="hh5s93j4hdidpola", \
                oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="walatlh", \
                oauth_verifier="hfdp7dh39dks9884", oauth_signature="gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D"
                """)
    }

    @Test("Section 1.2: a protected resource")
    func resource() throws {
        let header = try header(
            "GET", "http://photos.example.net/photos?file=vacation.jpg&size=original", token: "nnch734d00sl2jdk",
            tokenSecret: "pfkkdhi9sl3r4s00", stamp: RequestStamp(timestamp: 137_131_202, nonce: "chapoH"))
        #expect(
            header == """
                OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", \
                oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202", oauth_nonce="chapoH", \
                oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"
                """)
    }

    @Test("Section 2.1: PLAINTEXT without timestamp, nonce and version")
    func plaintext() throws {
        let signer = try RequestSigner(
            clientKey: "jd83jd92dhsh93js", token: nil, key: SigningKey(clientSecret: secret("ja893SD9")),
            method: .plaintext, version: nil)
        let request = RequestToSign(
            method: "POST", url: try RequestURL("https://server.example.com/request_temp_credentials"),
            protocolParameters: [RequestParameter("oauth_callback", "http://client.example.net/cb?x=1")])
        #expect(
            try AuthorizationHeader(signer.sign(request, stamp: nil), realm: "Example").value == """
                OAuth realm="Example", oauth_consumer_key="jd83jd92dhsh93js", oauth_signature_method="PLAINTEXT", \
                oauth_callback="http%3A%2F%2Fclient.example.net%2Fcb%3Fx%3D1", oauth_signature="ja893SD9%26"
                """)
    }

    @Test("Section 3.4.1: a base string from query, form and header")
    func baseString() throws {
        let signer = try RequestSigner(
            clientKey: "9djdj82h48djs9d2", token: SharedSecret(secret("kkk9d7dh3k39sjv7")),
            key: SigningKey(clientSecret: secret("j49sk3j29djd"), tokenSecret: secret("dh893hdasih9")), version: nil)
        let request = RequestToSign(
            method: "POST", url: try RequestURL("http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b"),
            body: .form(FormEncoding.decode("c2&a3=2+q".utf8.span)))
        let stamp = RequestStamp(timestamp: 137_131_201, nonce: "7d8f3e4a")
        #expect(
            signer.baseStringText(of: request, stamp: stamp) == """
                POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26\
                c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26\
                oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7
                """)
        let signature = try signer.sign(request, stamp: stamp).parameters.last
        #expect(signature.map { text($0.value) } == "r6/TJjbCOr97/+UU0NsvSne7s5g=")
    }

    @Test(
        "Section 3.4.1.2: base string URIs",
        arguments: [
            ("http://EXAMPLE.COM:80/r%20v/X?id=123", "http://example.com/r%20v/X"),
            ("https://www.example.net:8080/?q=1", "https://www.example.net:8080/"),
        ])
    func baseStringURI(url: String, expected: String) throws {
        #expect(try RequestURL(url).baseStringURI == expected)
    }

    private func header(
        _ method: String, _ url: String, token: String?, tokenSecret: String, stamp: RequestStamp,
        parameters: [RequestParameter] = []
    ) throws -> String {
        let signer = try RequestSigner(
            clientKey: "dpf43f3p2l4k3l03", token: token.map { SharedSecret(secret($0)) },
            key: SigningKey(clientSecret: secret("kd94hf93k423kf44"), tokenSecret: secret(tokenSecret)), version: nil)
        let request = RequestToSign(method: method, url: try RequestURL(url), protocolParameters: parameters)
        return try AuthorizationHeader(signer.sign(request, stamp: stamp), realm: "Photos").value
    }
}
