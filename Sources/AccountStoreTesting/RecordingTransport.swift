public import AccountModel
public import AccountStore
import Synchronization

/// A transport that sends nothing: it keeps what it is given and answers from a script.
///
/// Answers are used up in their order; without one left, a request fails as if there were no network.
public final class RecordingTransport: Transport {
    /// An answer of the script.
    public enum Answer: Sendable {
        /// An answer as it comes from a service.
        case response(status: Int, headers: [HeaderField] = [], body: String = "")
        /// No answer, for this reason.
        case failure(TransportError)
        /// An answer whose body ends before its time.
        case cutShort(status: Int, headers: [HeaderField] = [], body: String)
    }

    /// What was sent, the body as text whatever it was sent as.
    public struct Sent: Hashable, Sendable {
        /// The method, as it was signed.
        public var method: String
        /// The URL, with its query.
        public var url: String
        /// The header fields, in their order.
        public var headers: [HeaderField]
        /// All of the body, as text; `nil` where there was none.
        public var body: String?
        /// Seconds that the exchange could have taken; `nil` for no limit.
        public var timeout: Int?

        /// The value of the `Authorization` header field, empty where there was none.
        public var authorization: String { headers[field: "Authorization"] ?? "" }
    }

    private let script: Mutex<[Answer]>
    private let log = Mutex<[Sent]>([])

    /// A transport with answers in its script; without any, there is no network.
    public init(_ answers: [Answer] = []) {
        script = Mutex(answers)
    }

    /// What was sent so far, the first request first.
    public var sent: [Sent] { log.withLock { $0 } }

    /// Adds answers at the end of the script.
    public func answer(_ answers: Answer...) {
        script.withLock { $0 += answers }
    }

    /// Forgets what was sent so far, such as while a test prepared itself.
    public func forget() {
        log.withLock { $0 = [] }
    }

    public func send(_ request: TransportRequest) async throws(TransportError) -> Response {
        switch try await next(request) {
        case .response(let status, let headers, let body):
            return Response(status: status, headers: headers, body: RecordingTransport.body(body, isWhole: true))
        case .cutShort(let status, let headers, let body):
            return Response(status: status, headers: headers, body: RecordingTransport.body(body, isWhole: false))
        case .failure(let error): throw error
        }
    }

    public func exchange(_ request: TransportRequest) async throws(TransportError) -> SecretResponse {
        switch try await next(request) {
        case .response(let status, let headers, let body):
            return SecretResponse(status: status, headers: headers, body: .init(text: body))
        case .cutShort: throw TransportError(.brokenAnswer, "the answer was cut short")
        case .failure(let error): throw error
        }
    }

    private func next(_ request: TransportRequest) async throws(TransportError) -> Answer {
        let body = await RecordingTransport.text(of: request.content)
        var headers = request.headers
        if let secret = request.authorization { headers.append(HeaderField("Authorization", secret.textForTests)) }
        let all = headers
        log.withLock {
            $0.append(
                Sent(
                    method: request.method, url: request.url, headers: all, body: body,
                    timeout: request.timeout))
        }
        let answer = script.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let answer else { throw TransportError(.notConnected, "there is no network in this test") }
        return answer
    }

    private static func text(of content: TransportRequest.Content) async -> String? {
        switch content {
        case .none: nil
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .secret(let secret): secret.textForTests
        case .stream(let body): (try? await body.collect(upTo: 1 << 20)).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private static func body(_ text: String, isWhole: Bool) -> Body {
        let chunks = Mutex([Array(text.utf8)])
        return Body(count: isWhole ? text.utf8.count : nil) { () async throws(BrokerError) in
            if let chunk = chunks.withLock({ $0.popLast() }) { return chunk }
            if !isWhole { throw BrokerError(.unavailable, "the answer was cut short") }
            return nil
        }
    }
}
