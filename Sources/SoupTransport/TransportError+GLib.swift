import AccountStore
import GLibBridge

extension TransportError {
    /// Why an exchange ended without an answer, told by what can have reached the service.
    init(_ error: GLibError, of exchange: Exchange, message: OutgoingMessage) {
        let host = exchange.target.host
        if let trouble = message.certificateTrouble() {
            self.init(.tlsRefused, "\(host): \(trouble)")
        } else if error.domain == "g-tls-error-quark" {
            self.init(exchange.mayHaveArrived ? .noAnswer : .tlsRefused, "\(host): TLS failed (\(error.message))")
        } else if exchange.mayHaveArrived {
            self.init(
                .noAnswer,
                exchange.deadline.hasExpired
                    ? "\(host) did not answer in time"
                    : "\(host) ended the connection without an answer (\(error.message))")
        } else if exchange.deadline.hasExpired {
            self.init(.notConnected, "\(host) could not be reached in time")
        } else {
            self.init(.notConnected, "\(host) cannot be reached (\(error.message))")
        }
    }
}
