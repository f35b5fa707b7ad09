internal import AccountModel
internal import AgentProtocol
internal import GLibBridge

/// What a method needs beside its arguments.
struct RequestContext: Sendable {
    /// The store as the caller sees it.
    let broker: any Broker
    /// The caller's unique name.
    let sender: String
    let requests: RequestBook
    /// This request in the book.
    let number: RequestBook.Number
    let connections: Connections

    /// Has the agent stay as long as what was begun waits for the person; or no longer.
    func setAwaiting(_ isAwaiting: Bool) {
        requests.setAwaiting(isAwaiting, by: number)
    }

    /// Remembers that the caller was told of these accounts.
    func told(of accounts: [Account]) async {
        await connections.noteAccounts(of: Set(accounts.map(\.service)), toldTo: sender)
    }

    /// Stays with the caller, to tell it of changes.
    func watch() async {
        await connections.noteWatching(by: sender)
    }
}

/// The answer to a request, and what goes on after it was given.
struct Reply: Sendable {
    var message: MessageWriter
    /// Sends a body, until it is whole or nobody reads it any more.
    var pump: BodyChannel.Pump?
}

/// The methods that are served, by interface and name.
struct MethodTable: Sendable {
    typealias Handler = @Sendable (MessageReader, RequestContext) async throws(BrokerError) -> Reply

    private var handlers: [String: Handler] = [:]

    func handler(interface: String, method: String) -> Handler? {
        handlers["\(interface).\(method)"]
    }

    mutating func serve<Method: AgentMethod>(
        _ type: Method.Type,
        _ body: @escaping @Sendable (Method, RequestContext) async throws(BrokerError) -> Method.Answer
    ) {
        let handler: Handler = { (reader, context) async throws(BrokerError) in
            try await Method.answer(reader, context, body)
        }
        handlers[Method.fullName] = handler
    }
}

extension AgentMethod {
    fileprivate static func answer(
        _ reader: MessageReader, _ context: RequestContext,
        _ body: @Sendable (Self, RequestContext) async throws(BrokerError) -> Answer
    ) async throws(BrokerError) -> Reply {
        let answer = try await body(try read(reader), context)
        var message = MessageWriter()
        write(answer, to: &message)
        return Reply(message: message, pump: pump(of: answer))
    }

    fileprivate static func read(_ reader: MessageReader) throws(BrokerError) -> Self {
        var reader = reader
        do throws(MalformedMessage) {
            return try Self(from: &reader)
        } catch {
            throw error.asInvalidArgument
        }
    }
}
