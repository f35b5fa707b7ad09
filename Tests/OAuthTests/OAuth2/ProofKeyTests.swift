import OAuth
import SecretBytes
import Testing

@Suite("Proof keys and apps' credentials")
struct ProofKeyTests {
    /// RFC 7636, appendix B.
    private static let octets: [UInt8] = [
        116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240,
        91, 88, 5, 88, 83, 132, 141, 121,
    ]

    @Test("the verifier and the challenge are those of RFC 7636, appendix B")
    func published() throws {
        let key = try ProofKey(octets: SecretBytes(copying: Self.octets))
        #expect(text(key.verifier) == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(key.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(ProofKey.method == "S256")
        #expect(!"\(key)".contains("dBjft"))
    }

    @Test(
        "octets as text for a URL have no padding and none of the letters that a URL has a use for (RFC 4648, section 10)",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"), ("\u{3FB}\u{3FB}", "z7vPuw"), ("???>>>", "Pz8_Pj4-"),
        ])
    func urlText(octets: String, encoded: String) {
        let written = URLText.encode(SecretBytes(copying: octets.utf8))
        #expect(text(SharedSecret(written)) == encoded)
    }

    @Test(
        "an app's id and secret are those of RFC 6749, section 2.3.1, and are encoded for a form before they are joined"
    )
    func basic() {
        let secret = SharedSecret(SecretBytes(copying: "7Fjfp0ZBr1KtDRbnfVdmIw".utf8))
        #expect(
            text(BasicAuthentication.credentials(id: "s6BhdRkqt3", secret: secret))
                == "czZCaGRSa3F0Mzo3RmpmcDBaQnIxS3REUmJuZlZkbUl3")
        // `a%3Ab:c%20%C3%A9`: a colon in the id would end it.
        let odd = SharedSecret(SecretBytes(copying: "c é".utf8))
        #expect(text(BasicAuthentication.credentials(id: "a:b", secret: odd)) == "YSUzQWI6YyUyMCVDMyVBOQ==")
    }

    private func text(_ secret: SharedSecret) -> String {
        secret.withSpan { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }
}
