package import AccountModel
internal import GLibBridge

/// `Broker.perform`, as whomever a front end asks for. What other programs use is ``Perform``.
package struct PerformAs: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = Perform.name
    package static let usesNetwork = true
    package typealias Answer = Perform.Answer
    package let sender: RequestSender
    package let request: UnsignedRequest
    /// As in ``Perform``.
    package let body: Descriptor

    package init(sender: RequestSender, request: UnsignedRequest, body: Descriptor) {
        self.sender = sender
        self.request = request
        self.body = body
    }

    package func write(to message: inout MessageWriter) {
        message.add(sender.variant)
        message.add(request)
        message.add(request.headers)
        message.add(body)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        sender = try message.sender()
        var request = try message.request()
        request.headers = try message.headers()
        self.request = request
        body = try message.descriptor()
    }
}

extension RequestSender {
    /// A kind, a text, and the service where one is named: `("account", UUID, "")`, `("app", name, service)`,
    /// `("nobody", "", "")`.
    fileprivate var variant: Variant {
        let (kind, text, service) =
            switch self {
            case .account(let id): ("account", id.description, nil as Service?)
            case .app(let name, let service): ("app", name, service)
            case .nobody: ("nobody", "", nil)
            }
        return .tuple([.string(kind), .string(text), .string(service?.description ?? "")])
    }
}

extension MessageReader {
    fileprivate mutating func sender() throws(MalformedMessage) -> RequestSender {
        let members = try children()
        guard members.count == 3, let kind = members[0].string, let text = members[1].string,
            let named = members[2].string
        else {
            throw MalformedMessage("a sender is a kind, a text and a service")
        }
        switch kind {
        case "account":
            guard let id = AccountID(text) else { throw MalformedMessage("'\(text)' is not an account's UUID") }
            return .account(id)
        case "app":
            guard !named.isEmpty else { return .app(text, of: nil) }
            guard let service = Service(named) else { throw MalformedMessage("'\(named)' is no name of a service") }
            return .app(text, of: service)
        case "nobody": return .nobody
        default: throw MalformedMessage("'\(kind)' is no kind of sender")
        }
    }
}
