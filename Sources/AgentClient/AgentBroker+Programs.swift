public import AccountModel
internal import AgentProtocol

/// What a program that is no front end needs beside `Broker`: bodies as descriptors, and one connection for calls
/// with different options.
extension AgentBroker {
    /// What a request has for a body of its own.
    public enum RequestBody: Sendable {
        /// Nothing: parameters go to a form body.
        case none
        /// These bytes.
        case bytes([UInt8])
        /// Read by the agent to its end, from where it stands.
        case descriptor(Descriptor)
    }

    /// What a service answered, its body as the agent hands it over.
    public struct StreamedResponse: Sendable {
        /// The HTTP status; a redirect is an answer too.
        public let status: Int
        /// In the order in which the service sent them, repeats and all.
        public let headers: [HeaderField]
        /// To be read to its end. One that was cut short ends with the error `ECONNRESET`.
        public let body: Descriptor
    }

    /// The same connection, with other options for the calls. What is said of the environment stays as it was.
    public func with(_ change: (inout ConnectionOptions) -> Void) -> AgentBroker {
        AgentBroker(link: link.with(change))
    }

    /// Sends a request as ``perform(_:body:as:)`` does, with no byte of either body passing through this process.
    public func stream(
        _ request: UnsignedRequest, body: RequestBody, as account: AccountID
    ) async throws(BrokerError) -> StreamedResponse {
        let answer = try await link.call(
            Perform(account: account, request: request, body: try body.descriptor()),
            isWrite: Permissions(method: request.method) != .read)
        return StreamedResponse(status: answer.status, headers: answer.headers, body: answer.body)
    }

    /// Whether the connection to the bus is gone: no call will be answered any more.
    public var isClosed: Bool { link.isClosed }

    /// Ends the connection; the agent gives up what it was doing for it, a question to the person as well.
    public func close() async {
        await link.close()
    }
}

extension AgentBroker.RequestBody {
    fileprivate func descriptor() throws(BrokerError) -> Descriptor {
        switch self {
        case .none: try BodyChannel.nothing()
        case .bytes(let bytes): try BodyChannel.memoryFile(holding: bytes)
        case .descriptor(let descriptor): descriptor
        }
    }
}
