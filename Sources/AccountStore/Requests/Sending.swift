import AccountModel

/// Sends a request once, and says of a failure what is known of the request's fate.
struct Sending: Sendable {
    let transport: any Transport
    /// What messages call the request: `the request as @alice (2, twitter)`.
    let words: String

    func send(_ request: TransportRequest) async throws(BrokerError) -> Response {
        let isWrite = Permissions(method: request.method) == .write
        do throws(TransportError) {
            var response = try await transport.send(request)
            if isWrite { response.body = guarded(response.body) }
            return response
        } catch {
            throw Sending.error(error, isWrite: isWrite, what: words)
        }
    }

    /// Whatever breaks the answer to a write leaves its outcome unknown.
    private func guarded(_ body: Body) -> Body {
        let words = words
        return Body(count: body.count) { () async throws(BrokerError) in
            do throws(BrokerError) {
                return try await body.next()
            } catch {
                throw Sending.outcomeUnknown(words, error.message)
            }
        }
    }

    /// - Parameter what: `the request as @alice (2, twitter)`.
    static func error(_ error: TransportError, isWrite: Bool, what: String) -> BrokerError {
        switch (error.code, isWrite) {
        case (.notConnected, _), (.tlsRefused, _):
            BrokerError(.unavailable, "\(what) was not sent: \(error.message)")
        case (.invalidRequest, _):
            BrokerError(.invalidArgument, "\(what) cannot be sent: \(error.message)")
        case (.noAnswer, true), (.brokenAnswer, true): outcomeUnknown(what, error.message)
        case (.noAnswer, false): BrokerError(.unavailable, "\(what) got no answer: \(error.message)")
        case (.brokenAnswer, false): BrokerError(.serviceRefused, "\(what) got a broken answer: \(error.message)")
        }
    }

    private static func outcomeUnknown(_ what: String, _ why: String) -> BrokerError {
        BrokerError(
            .outcomeUnknown, "\(what) was sent, but whether it was done is not known: \(why)",
            nextStep: "look at the account before you send it again")
    }
}
