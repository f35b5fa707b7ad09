import AccountModel
import FoundationEssentials
import OAuth
import SecretBytes

/// Signs requests with an account's credential.
struct RequestSigning: Sendable {
    let clock: any WallClock
    let credential: ConsumerCredential
    /// Seconds that the service's clock is ahead of ours.
    var offset = 0.0

    /// Consumer and, after a log-in, token.
    struct ConsumerCredential: Sendable {
        var consumerKey: String
        var consumerSecret: SharedSecret
        var token: SharedSecret?
        var tokenSecret: SharedSecret?
        var signatureMethod: String
    }

    /// A signature ready to be sent, and how a person may see it.
    struct Signature: Sendable {
        private let authorization: AuthorizationHeader
        /// `Authorization`
        let header: HeaderField

        fileprivate init(_ authorization: AuthorizationHeader) {
            self.authorization = authorization
            header = HeaderField("Authorization", authorization.value)
        }

        /// The header's value with three dots for every credential.
        var shownHeader: String { authorization.description }
    }

    /// - Parameter trace: is told what was signed.
    func signature(for request: RequestToSign, tracing trace: TraceWriter) throws(BrokerError) -> Signature {
        guard let method = SignatureMethod(rawValue: credential.signatureMethod) else {
            throw BrokerError(
                .notConfigured, "requests cannot be signed with \(OneLine.visible(credential.signatureMethod))")
        }
        let seconds = Int64(clock.now().timeIntervalSince1970 + offset)
        let stamp = RequestStamp(timestamp: seconds, nonce: clock.nonce())
        do throws(SigningError) {
            let signer = try RequestSigner(
                clientKey: credential.consumerKey, token: credential.token, key: try key(method), method: method)
            let signature = Signature(try AuthorizationHeader(try signer.sign(request, stamp: stamp)))
            trace.noteSigned { signer.maskedBaseString(of: request, stamp: stamp) }
            return signature
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
    init(_ keys: SigningKeys) {
        self.init(
            consumerKey: keys.consumerKey, consumerSecret: keys.consumerSecret, token: keys.token,
            tokenSecret: keys.tokenSecret, signatureMethod: keys.signatureMethod)
    }
}
