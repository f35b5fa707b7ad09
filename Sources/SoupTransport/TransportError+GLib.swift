import AccountStore
import GLibBridge

extension TransportError {
    /// Why an exchange ended without an answer, told by what can have reached the service.
    ///
    /// - Parameter error: what libsoup said; `nil` where it said nothing and the exchange was stopped from here.
    init(_ error: GLibError?, of exchange: Exchange, certificateTrouble: String?) {
        let host = exchange.target.host
        let hasArrived = exchange.progress.mayHaveArrived
        let words = error.map { " (\($0.message))" } ?? ""
        if let trouble = certificateTrouble {
            self.init(.tlsRefused, "\(host): \(trouble)")
        } else if let trouble = exchange.progress.bodyTrouble {
            self.init(
                hasArrived ? .noAnswer : .invalidRequest, "the body of the request to \(host) broke off: \(trouble)")
        } else if exchange.progress.hasExpired {
            self.init(
                hasArrived ? .noAnswer : .notConnected,
                hasArrived ? "\(host) did not answer in time" : "\(host) could not be reached in time")
        } else if exchange.progress.isStopped {
            self.init(hasArrived ? .noAnswer : .notConnected, "the request to \(host) was cancelled")
        } else if hasArrived {
            self.init(
                error?.isOfHTTP == true ? .brokenAnswer : .noAnswer,
                error?.isOfHTTP == true
                    ? "what \(host) answered is not HTTP\(words)"
                    : "\(host) ended the connection without an answer\(words)")
        } else {
            self.init(
                error?.isOfTLS == true ? .tlsRefused : .notConnected,
                error?.isOfTLS == true ? "\(host): TLS failed\(words)" : "\(host) cannot be reached\(words)")
        }
    }

    /// A proxy that leads no further.
    init(proxyAnswered status: Int, for host: String) {
        let reason =
            status == 407
            ? " (it wants a name and a password, and those in the proxy's URL are missing or wrong)" : ""
        self.init(.notConnected, "the proxy for \(host) answered \(status)\(reason)")
    }
}

extension GLibError {
    fileprivate var isOfTLS: Bool { domain == "g-tls-error-quark" }
    /// libsoup could not make sense of the answer's head.
    fileprivate var isOfHTTP: Bool { domain == "soup-session-error-quark" }
}
