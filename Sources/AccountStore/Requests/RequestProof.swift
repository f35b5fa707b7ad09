import AccountModel
import OAuth
import SecretBytes

/// How a request shows whose it is.
enum RequestProof: Sendable {
    /// Not at all.
    case none
    /// By a signature (RFC 5849, section 3).
    case signature(RequestSigning.ConsumerCredential)
    /// By the token itself (RFC 6750, section 2.1).
    case bearer(SharedSecret)
    /// By an app's id and secret (RFC 6749, section 2.3.1).
    case basic(clientID: String, clientSecret: SharedSecret)

    /// What nobody may see, in each form in which it is sent.
    var secrets: [SharedSecret] {
        switch self {
        case .none: []
        case .signature(let credential): credential.secrets
        case .bearer(let token): [token]
        case .basic(let id, let secret): [secret, BasicAuthentication.credentials(id: id, secret: secret)]
        }
    }

    /// Whether it says when the request was made, so that a service may refuse it for its time.
    var isTimed: Bool {
        if case .signature = self { true } else { false }
    }

    /// Adds to a request what shows whose it is.
    ///
    /// - Parameters:
    ///   - request: the same request, as it is signed.
    ///   - offset: seconds that the service's clock is ahead of ours.
    /// - Returns: the `Authorization` field as it may be shown; `nil` where there is none.
    func apply(
        to outgoing: inout TransportRequest, of request: RequestToSign, at offset: Double, by clock: any WallClock,
        _ trace: TraceWriter
    ) throws(BrokerError) -> String? {
        switch self {
        case .none: return nil
        case .signature(let credential):
            trace.note(offset: offset)
            let signature = try RequestSigning(clock: clock, credential: credential, offset: offset)
                .signature(for: request, tracing: trace)
            outgoing.headers.append(signature.header)
            return signature.shownHeader
        case .bearer(let token):
            outgoing.authorization = RequestProof.field("Bearer", token)
            return "Bearer ..."
        case .basic(let id, let secret):
            outgoing.authorization = RequestProof.field(
                "Basic", BasicAuthentication.credentials(id: id, secret: secret))
            return "Basic ..."
        }
    }

    private static func field(_ scheme: String, _ credentials: SharedSecret) -> SharedSecret {
        credentials.withSpan { bytes in
            var field = SecretBytes(capacity: scheme.utf8.count + 1 + bytes.count)
            field.append(contentsOf: "\(scheme) ".utf8.span)
            field.append(contentsOf: bytes)
            return SharedSecret(field)
        }
    }
}
