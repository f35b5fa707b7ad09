import AccountModel
import AccountStore
import SecretBytes
import SoupTransport
import Testing

extension SoupTransport {
    /// The transport under test, with settings that do not change.
    static func with(_ settings: TransportSettings = TransportSettings()) -> SoupTransport {
        SoupTransport { () throws(BrokerError) in settings }
    }

    /// What `send` throws.
    func failure(
        of request: TransportRequest, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> TransportError? {
        do throws(TransportError) {
            let response = try await send(request)
            Issue.record("answered \(response.status)", sourceLocation: sourceLocation)
            return nil
        } catch {
            return error
        }
    }
}

extension TransportRequest {
    static func get(_ url: String, timeout: Int? = 20) -> TransportRequest {
        TransportRequest(method: "GET", url: url, headers: [], timeout: timeout)
    }

    static func post(_ url: String, _ text: String = "status=x", timeout: Int? = 20) -> TransportRequest {
        TransportRequest(
            method: "POST", url: url, headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
            content: .bytes(Array(text.utf8)), timeout: timeout)
    }
}

extension Response {
    func text() async throws -> String {
        String(decoding: try await body.collect(upTo: 1 << 24), as: UTF8.self)
    }

    /// What reading the body throws, and how many bytes came before.
    func failureOfBody() async -> (error: BrokerError?, count: Int) {
        var count = 0
        do throws(BrokerError) {
            while let chunk = try await body.next() { count += chunk.count }
            return (nil, count)
        } catch {
            return (error, count)
        }
    }
}

extension SharedSecret {
    convenience init(text: String) {
        self.init(SecretBytes(copying: text.utf8))
    }

    var text: String {
        withSpan { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }
}

/// A short, whole answer.
let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
