import OAuth
import SecretBytes

/// What a service sends back with the browser (RFC 5849, section 2.2), held against the log-in that waits for it.
enum CallbackAnswer: Sendable {
    case allowed(verifier: SharedSecret)
    /// `denied=` and the request token: the person said no. Twitter's own addition to the RFC.
    case denied

    /// - Parameter query: encoded, without the `?`.
    ///
    /// `nil` for what is no answer to this log-in: another token, none, or two.
    init?(_ query: Span<UInt8>, to requestToken: SharedSecret) {
        let fields = FormFields(scanning: query)
        if let denied = fields.only("denied") {
            guard denied.isEqual(to: requestToken) else { return nil }
            self = .denied
            return
        }
        guard let token = fields.only("oauth_token"), token.isEqual(to: requestToken),
            let verifier = fields.only("oauth_verifier"), !verifier.isEmpty
        else { return nil }
        self = .allowed(verifier: verifier)
    }
}

extension FormFields {
    /// The value with this name where there is exactly one.
    fileprivate func only(_ name: String) -> SharedSecret? {
        let found = fields.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }
}

extension SharedSecret {
    /// Takes as long for a guess that is nearly right as for any other of the same length.
    fileprivate func isEqual(to other: SharedSecret) -> Bool {
        withSpan { bytes in
            other.withSpan { others in
                guard bytes.count == others.count else { return false }
                var difference: UInt8 = 0
                for index in bytes.indices { difference |= bytes[index] ^ others[index] }
                return difference == 0
            }
        }
    }
}
