internal import AccountModel
internal import AgentClient
internal import CAcctstore

/// The host's `acctstore_request`.
struct RequestArgument: Sendable {
    let request: UnsignedRequest
    let body: AgentBroker.RequestBody

    init(_ pointer: UnsafePointer<acctstore_request>?) throws(BrokerError) {
        let request = try unsafe Structure.read(
            Argument.required(pointer, "request"), over: acctstore_request(), "request")
        self.request = try unsafe UnsignedRequest(
            method: Argument.text(request.method, "request: method"), url: Argument.text(request.url, "request: url"),
            parameters: Argument.fields(request.parameters, request.parameter_count, "request: parameters")
                .map { Parameter($0.name, $0.value) },
            headers: Argument.fields(request.headers, request.header_count, "request: headers")
                .map { HeaderField($0.name, $0.value) })
        body = try unsafe RequestArgument.body(of: request)
    }

    /// Whether it does something that must not be done twice.
    var isWrite: Bool { Permissions(method: request.method) != .read }

    /// The request where it is one to be signed: without what is not signed.
    func toSign() throws(BrokerError) -> UnsignedRequest {
        guard case .none = body, request.headers.isEmpty else {
            throw .invalid(
                "request: header fields and a body of its own are not signed, and for acctstore_perform alone")
        }
        return request
    }

    private static func body(of request: acctstore_request) throws(BrokerError) -> AgentBroker.RequestBody {
        switch unsafe request.body_kind {
        case ACCTSTORE_BODY_NONE: return .none
        case ACCTSTORE_BODY_BYTES:
            let count = unsafe request.body_length
            if count == 0 { return .bytes([]) }
            let start = try unsafe Argument.required(request.body, "request: body")
            // SAFETY: the host says that there are so many bytes.
            return unsafe .bytes(Array(UnsafeRawBufferPointer(start: start, count: count)))
        case ACCTSTORE_BODY_DESCRIPTOR:
            return .descriptor(try unsafe Argument.descriptor(request.body_descriptor, "request: the body"))
        case let kind: throw .invalid("request: \(kind) is no kind of body")
        }
    }
}
