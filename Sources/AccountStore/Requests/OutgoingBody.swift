import AccountModel
import OAuth
import Synchronization

/// A body that a program sends, and its fields where it is a form.
struct OutgoingBody {
    var content: TransportRequest.Content = .none
    var fields: [RequestParameter]?

    /// Bytes that a form sent as a body may have: all of it is read, since all of it is signed.
    private static let longestForm = 1 << 20
    /// Bytes of any other body that are kept, so that the request can be sent again: enough for a post as JSON.
    private static let longestKept = 64 * 1024

    init(_ body: Body?, of unsigned: UnsignedRequest) async throws(BrokerError) {
        guard let body else { return }
        guard let type = unsigned.headers[field: "Content-Type"], RequestForm.isForm(type) else {
            content = try await OutgoingBody.kept(body)
            return
        }
        let bytes = try await OutgoingBody.collect(body, upTo: OutgoingBody.longestForm)
        try ParameterRules.check(encoded: bytes)
        content = .bytes(bytes)
        fields = FormEncoding.decode(bytes.span)
    }

    /// The whole of a small body; a greater one goes on as it comes.
    private static func kept(_ body: Body) async throws(BrokerError) -> TransportRequest.Content {
        if let count = body.count, count > longestKept { return .stream(body) }
        var start: [UInt8] = []
        while start.count <= longestKept {
            guard let chunk = try await body.next() else { return .bytes(start) }
            start += chunk
        }
        let first = Mutex<[UInt8]?>(start)
        return .stream(
            Body(count: body.count) { () async throws(BrokerError) in
                if let bytes = first.withLock({ $0.take() }) { return bytes }
                return try await body.next()
            })
    }

    private static func collect(_ body: Body, upTo limit: Int) async throws(BrokerError) -> [UInt8] {
        var all: [UInt8] = []
        while let chunk = try await body.next() {
            all.append(contentsOf: chunk)
            guard all.count <= limit else {
                throw BrokerError(.inputRefused, "a form of more than \(limit) bytes cannot be signed")
            }
        }
        return all
    }
}
