import SecretBytes
import Testing

@testable import OAuth

@Suite("Signer")
struct SignerTests {
    let request: RequestToSign

    init() throws {
        request = RequestToSign(
            method: "POST", url: try RequestURL("https://example.test/x?a=1"), body: .form([RequestParameter("b", "2")])
        )
    }

    @Test("Header, query and body carry the same signed parameters")
    func transmissions() throws {
        let signed = try Signing.signer().sign(request, stamp: Signing.stamp)
        let names = [
            "oauth_consumer_key", "oauth_token", "oauth_signature_method", "oauth_timestamp", "oauth_nonce",
            "oauth_version", "oauth_signature",
        ]
        #expect(signed.parameters.map { String(decoding: $0.name, as: UTF8.self) } == names)

        let query = request.url.adding(signed.parameters)
        #expect(query.text.hasPrefix("https://example.test/x?a=1&oauth_consumer_key=demo-ck&oauth_token=demo-tk&"))
        #expect(query.queryParameters.dropFirst().map { text($0.value) } == signed.parameters.map { text($0.value) })

        let body = FormEncoding.decode(FormEncoding.encode([RequestParameter("b", "2")] + signed.parameters).span)
        #expect(body.map { text($0.value) } == ["2"] + signed.parameters.map { text($0.value) })
    }

    @Test("A realm is quoted, and no parameter of the signature")
    func realm() throws {
        let signed = try Signing.signer().sign(request, stamp: Signing.stamp)
        let plain = try AuthorizationHeader(signed).value
        let header = try AuthorizationHeader(signed, realm: #"a "b" \c"#).value
        #expect(header == plain.replacing("OAuth ", with: #"OAuth realm="a \"b\" \\c", "#))
        for realm in ["a\r\nX: y", "é", "\u{7F}"] {
            #expect(throws: SigningError.realmNotSendable) { _ = try AuthorizationHeader(signed, realm: realm) }
        }
    }

    @Test("A hash of a body that is no form is signed and sent")
    func bodyHash() throws {
        var request = request
        request.body = .other(try BodyHash(of: "Hello World!".utf8.span, method: .hmacSHA1))
        let signer = try Signing.signer()
        #expect(
            try AuthorizationHeader(signer.sign(request, stamp: Signing.stamp)).value.contains(
                #"oauth_body_hash="Lve95gjOVATpfV8EL5X4nxwjKHE%3D""#))
        #expect(signer.baseStringText(of: request, stamp: Signing.stamp).contains("oauth_body_hash%3DLve95gjOVATpfV8E"))
        let sha256 = try BodyHash(of: "".utf8.span, method: .rsaSHA256).value
        #expect(sha256 == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    }

    @Test("A stamp is needed by every method but PLAINTEXT")
    func stamps() throws {
        #expect(throws: SigningError.stampMissing(.hmacSHA1)) { _ = try Signing.signer().sign(request, stamp: nil) }
        let plaintext = try Signing.signer(method: .plaintext).sign(request, stamp: nil)
        #expect(plaintext.parameters.last.map { text($0.value) } == "demo-cs&demo-ts")
    }

    @Test("Both secrets are percent-encoded in the key")
    func keyEncoding() throws {
        let key = SigningKey(clientSecret: secret("a&b%"), tokenSecret: secret("c d+é"))
        let signature = try key.signature(of: "".utf8.span, method: .plaintext)
        #expect(text(signature) == "a%26b%25&c%20d%2B%C3%A9")
    }

    @Test("A key of the wrong kind, and an app without a key, sign nothing")
    func refusals() throws {
        #expect(throws: SigningError.keyDoesNotFit(.rsaSHA1)) { _ = try Signing.signer(method: .rsaSHA1) }
        #expect(throws: SigningError.keyDoesNotFit(.hmacSHA1)) {
            _ = try RequestSigner(
                clientKey: "k", token: nil, key: SigningKey(rsaPrivateKey: secret(TestKeys.rsa)), method: .hmacSHA1)
        }
        #expect(throws: SigningError.emptyClientKey) {
            _ = try RequestSigner(clientKey: "", token: nil, key: SigningKey(clientSecret: secret("s")))
        }
    }

    @Test(
        "A private key that cannot sign is refused when it is read, without a question on the terminal",
        arguments: [
            (TestKeys.encrypted, SigningError.privateKeyUnreadable), ("", .privateKeyUnreadable),
            ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", .privateKeyUnreadable),
            (TestKeys.elliptic, .privateKeyNotRSA),
        ])
    func privateKeys(pem: String, error: SigningError) {
        #expect(throws: error) { _ = try SigningKey(rsaPrivateKey: secret(pem)) }
    }
}
