public import AccountModel
public import AccountStore
import GLibBridge
import SecretBytes

/// HTTP/1.1 by libsoup: no redirect followed, nothing retried, no cookie kept, and one deadline over a whole exchange.
/// Each request has a connection of its own, and so can never be sent again by itself.
///
/// Plain `http` goes to loopback hosts only. TLS older than 1.2 must be switched off for the process before the first
/// use (`TransportSecurity.refuseOldVersions`): libsoup has no setting for it.
public struct SoupTransport: Transport {
    /// The most bytes that the answer to a log-in may have.
    static let secretAnswerLimit = 64 * 1024

    private let sessions: SessionPool
    private let settings: @Sendable () throws(BrokerError) -> TransportSettings

    /// `settings` is asked anew for each request, so that a changed configuration counts at once.
    public init(settings: @escaping @Sendable () throws(BrokerError) -> TransportSettings) {
        self.settings = settings
        sessions = SessionPool()
    }

    public func send(_ request: TransportRequest) async throws(TransportError) -> Response {
        let stream = try await begin(request)
        return Response(
            status: stream.head.status, headers: stream.head.headers,
            body: Body(count: stream.head.contentLength) { () async throws(BrokerError) in
                do throws(TransportError) {
                    return try await stream.next()
                } catch {
                    throw error.whileReading(isWrite: request.isWrite)
                }
            })
    }

    public func exchange(_ request: TransportRequest) async throws(TransportError) -> SecretResponse {
        let stream = try await begin(request)
        let body = try await stream.collectSecret(upTo: SoupTransport.secretAnswerLimit)
        return SecretResponse(status: stream.head.status, headers: stream.head.headers, body: body)
    }

    private func begin(_ request: TransportRequest) async throws(TransportError) -> AnswerStream {
        let settings: TransportSettings
        do throws(BrokerError) {
            settings = try self.settings()
        } catch {
            throw TransportError(.invalidRequest, error.message)
        }
        let target = try RequestTarget(request.url)
        let session = try await sessions.session(for: target, request: request, settings: settings)
        let exchange = Exchange(
            thread: sessions.thread, session: session, target: target,
            limit: .seconds(request.timeout ?? settings.timeout))
        return try await exchange.start(request)
    }
}

extension TransportRequest {
    /// RFC 9110, section 9.2.1: what is not safe may have changed something at the service.
    var isWrite: Bool { method != "GET" && method != "HEAD" }
}

extension TransportError {
    /// What the reader of an answer is told: after a write nobody knows what the service did.
    func whileReading(isWrite: Bool) -> BrokerError {
        BrokerError(isWrite ? .outcomeUnknown : .serviceRefused, message)
    }
}
