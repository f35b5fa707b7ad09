import SecretBytes
import Testing

@testable import OAuth

@Suite("What a person may see of a request")
struct MaskingTests {
    static let credentials = ["demo-cs", "demo-ts", "demo-tk", "1234567", "p%+&"]

    let request: RequestToSign

    init() throws {
        request = RequestToSign(
            method: "POST", url: try RequestURL("https://api.example.test/oauth/access_token?a=b"),
            body: .form([
                RequestParameter("x_auth_username", "alice"),
                RequestParameter("x_auth_password", secret: SharedSecret(secret("p%+& ~é/"))),
            ]),
            protocolParameters: [RequestParameter("oauth_verifier", "1234567")])
    }

    @Test("The base string shows every parameter, and three dots for each credential")
    func baseString() throws {
        let shown = try Signing.signer().maskedBaseString(of: request, stamp: Signing.stamp)
        #expect(
            shown == """
                POST&https%3A%2F%2Fapi.example.test%2Foauth%2Faccess_token&a%3Db%26oauth_consumer_key%3Ddemo-ck%26\
                oauth_nonce%3Dabc123%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1700000000%26\
                oauth_token%3D...%26oauth_verifier%3D...%26oauth_version%3D1.0%26x_auth_password%3D...%26\
                x_auth_username%3Dalice
                """)
    }

    @Test("Masking changes nothing of what is signed: the password is")
    func unmasked() throws {
        let signer = try Signing.signer()
        #expect(signer.baseStringText(of: request, stamp: Signing.stamp).contains("p%2525%252B%2526%2520~%25C3%25A9"))
    }

    @Test("A query's credentials are masked too")
    func query() throws {
        var request = request
        request.url = try RequestURL("https://api.example.test/x?oauth_token=demo-tk&access_token=demo-tk&page=2")
        let shown = try Signing.signer().maskedBaseString(of: request, stamp: Signing.stamp)
        #expect(!shown.contains("demo-tk"))
        #expect(shown.contains("page%3D2"))
    }

    @Test(
        "Headers, parameters and lists of them print no credential", arguments: [SignatureMethod.hmacSHA1, .plaintext])
    func printing(method: SignatureMethod) throws {
        let signed = try Signing.signer(method: method).sign(request, stamp: Signing.stamp)
        let header = try AuthorizationHeader(signed)
        for value in [signed, header, request, signed.parameters, request.body] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for shown in ["\(value)", String(reflecting: value), dumped] {
                for credential in Self.credentials { #expect(!shown.contains(credential), "\(shown)") }
            }
        }
        #expect(header.value.contains("demo-tk"))
    }
}
