import SecretBytes

@testable import OAuth

/// Signs with the credentials that most tests share.
enum Signing {
    static let stamp = RequestStamp(timestamp: 1_700_000_000, nonce: "abc123")

    static func signer(
        token: String? = "demo-tk", method: SignatureMethod = .hmacSHA1
    ) throws(SigningError) -> RequestSigner {
        try RequestSigner(
            clientKey: "demo-ck", token: token.map { SharedSecret(secret($0)) },
            key: SigningKey(
                clientSecret: secret("demo-cs"), tokenSecret: secret(token?.isEmpty == false ? "demo-ts" : "")),
            method: method)
    }

    static func sign(
        _ method: String, _ url: String, body: RequestToSign.Body = .none, token: String? = "demo-tk",
        parameters: [RequestParameter] = []
    ) throws -> (signature: String?, header: String) {
        let request = RequestToSign(
            method: method, url: try RequestURL(url), body: body, protocolParameters: parameters)
        let signed = try signer(token: token).sign(request, stamp: stamp)
        return (signed.parameters.last.map { text($0.value) }, try AuthorizationHeader(signed).value)
    }
}
