import AccountModel
import FoundationEssentials
import OAuth
import SecretBytes

/// Signs requests with an account's credential.
struct RequestSigning: Sendable {
    let clock: any WallClock
    let credential: ConsumerCredential

    /// Consumer and, after a log-in, token.
    struct ConsumerCredential: Sendable {
        var consumerKey: String
        var consumerSecret: SharedSecret
        var token: SharedSecret?
        var tokenSecret: SharedSecret?
        var signatureMethod: String
    }

    /// The `Authorization` field of a request.
    func authorization(for request: RequestToSign) throws(BrokerError) -> HeaderField {
        guard let method = SignatureMethod(rawValue: credential.signatureMethod) else {
            throw BrokerError(
                .notConfigured, "requests cannot be signed with \(OneLine.visible(credential.signatureMethod))")
        }
        let stamp = RequestStamp(timestamp: Int64(clock.now().timeIntervalSince1970), nonce: clock.nonce())
        do throws(SigningError) {
            let signer = try RequestSigner(
                clientKey: credential.consumerKey, token: credential.token, key: try key(method), method: method)
            let signed = try signer.sign(request, stamp: stamp)
            return HeaderField("Authorization", try AuthorizationHeader(signed).value)
        } catch {
            throw BrokerError(.failed, "the request could not be signed: \(error)")
        }
    }

    private func key(_ method: SignatureMethod) throws(SigningError) -> SigningKey {
        switch method {
        case .rsaSHA1, .rsaSHA256, .rsaSHA512:
            return try credential.consumerSecret.withBytes { (pem) throws(SigningError) in
                try SigningKey(rsaPrivateKey: pem)
            }
        default: break
        }
        return credential.consumerSecret.withBytes { client in
            guard let tokenSecret = credential.tokenSecret else { return SigningKey(clientSecret: client) }
            return tokenSecret.withBytes { SigningKey(clientSecret: client, tokenSecret: $0) }
        }
    }
}

extension RequestSigning.ConsumerCredential {
    init(_ credential: AccountCredential) {
        self.init(
            consumerKey: credential.consumerKey, consumerSecret: credential.consumerSecret, token: credential.token,
            tokenSecret: credential.tokenSecret, signatureMethod: credential.signatureMethod)
    }
}
