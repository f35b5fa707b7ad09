import AccountStore
import GLibBridge

extension TransportError {
    /// Why an exchange ended without an answer, told by what can have reached the service.
    init(_ error: GLibError, of exchange: Exchange, certificateTrouble: String?) {
        let host = exchange.target.host
        let hasArrived = exchange.progress.mayHaveArrived
        if let trouble = certificateTrouble {
            self.init(.tlsRefused, "\(host): \(trouble)")
        } else if let trouble = exchange.progress.bodyTrouble {
            self.init(
                hasArrived ? .noAnswer : .invalidRequest, "the body of the request to \(host) broke off: \(trouble)")
        } else if exchange.deadline.hasExpired {
            self.init(
                hasArrived ? .noAnswer : .notConnected,
                hasArrived ? "\(host) did not answer in time" : "\(host) could not be reached in time")
        } else if error.kind == .cancelled {
            self.init(hasArrived ? .noAnswer : .notConnected, "the request to \(host) was cancelled")
        } else if !hasArrived {
            self.init(
                error.isOfTLS ? .tlsRefused : .notConnected,
                error.isOfTLS
                    ? "\(host): TLS failed (\(error.message))" : "\(host) cannot be reached (\(error.message))")
        } else if error.isOfHTTP {
            self.init(.brokenAnswer, "what \(host) answered is not HTTP (\(error.message))")
        } else {
            self.init(.noAnswer, "\(host) ended the connection without an answer (\(error.message))")
        }
    }
}

extension GLibError {
    fileprivate var isOfTLS: Bool { domain == "g-tls-error-quark" }
    /// libsoup could not make sense of the answer's head.
    fileprivate var isOfHTTP: Bool { domain == "soup-session-error-quark" }
}
