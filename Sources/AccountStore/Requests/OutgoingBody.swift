import AccountModel
import OAuth

/// A body that a program sends, and its fields where it is a form.
struct OutgoingBody {
    var content: TransportRequest.Content = .none
    var fields: [RequestParameter]?

    /// Bytes that a form sent as a body may have: all of it is read, since all of it is signed.
    private static let longestForm = 1 << 20

    init(_ body: Body?, of unsigned: UnsignedRequest) async throws(BrokerError) {
        guard let body else { return }
        guard let type = unsigned.headers[field: "Content-Type"], RequestForm.isForm(type) else {
            content = .stream(body)
            return
        }
        let bytes = try await OutgoingBody.collect(body, upTo: OutgoingBody.longestForm)
        try ParameterRules.check(encoded: bytes)
        content = .bytes(bytes)
        fields = FormEncoding.decode(bytes.span)
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
