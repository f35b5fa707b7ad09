package import AccountModel
internal import GLibBridge

/// `Broker.sign`
package struct Sign: AgentMethod {
    package static let interface = AgentInterface.agent
    package static let name = "Sign"
    package let account: AccountID
    /// Without header fields of the program's own: they are not signed.
    package let request: UnsignedRequest

    package init(account: AccountID, request: UnsignedRequest) {
        self.account = account
        self.request = request
    }

    package func write(to message: inout MessageWriter) {
        message.add(account.description)
        message.add(request)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        account = try message.account()
        request = try message.request()
    }

    /// The answer has no method: it is the one asked for.
    package struct Answer: Sendable {
        package let url: String
        package let headers: [HeaderField]
        package let body: [UInt8]

        package init(_ signed: SignedRequest) {
            self.init(url: signed.url, headers: signed.headers, body: signed.body ?? [])
        }

        init(url: String, headers: [HeaderField], body: [UInt8]) {
            self.url = url
            self.headers = headers
            self.body = body
        }

        package func signed(method: String) -> SignedRequest {
            SignedRequest(method: method, url: url, headers: headers, body: body.isEmpty ? nil : body)
        }
    }

    package static func write(_ answer: Answer, to message: inout MessageWriter) {
        message.add(answer.url)
        message.add(answer.headers)
        message.add(.bytes(answer.body))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Answer {
        Answer(url: try message.string(), headers: try message.headers(), body: try message.bytes())
    }
}

/// `Broker.sign(_:asSelected:of:)`
package struct SignSelected: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "SignSelected"
    package let selector: AccountSelector?
    package let service: Service?
    /// As in ``Sign``.
    package let request: UnsignedRequest

    package init(selector: AccountSelector?, service: Service?, request: UnsignedRequest) {
        self.selector = selector
        self.service = service
        self.request = request
    }

    package func write(to message: inout MessageWriter) {
        message.add(selector?.description ?? "")
        message.add(service?.description ?? "")
        message.add(request)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        selector = try message.optionalSelector()
        service = try message.optionalService()
        request = try message.request()
    }

    package struct Answer: Sendable {
        package let account: Account
        package let signed: Sign.Answer

        package init(account: Account, signed: Sign.Answer) {
            self.account = account
            self.signed = signed
        }
    }

    package static func write(_ answer: Answer, to message: inout MessageWriter) {
        message.add(.dictionary(answer.account.fields))
        Sign.write(answer.signed, to: &message)
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Answer {
        Answer(account: try Account(from: message.fields()), signed: try Sign.readAnswer(from: &message))
    }
}

/// `Broker.perform`
package struct Perform: AgentMethod {
    package static let interface = AgentInterface.agent
    package static let name = "Perform"
    package static let usesNetwork = true
    package let account: AccountID
    package let request: UnsignedRequest
    /// What to send, as ``BodyChannel`` makes it; `/dev/null` for none.
    package let body: Descriptor

    package init(account: AccountID, request: UnsignedRequest, body: Descriptor) {
        self.account = account
        self.request = request
        self.body = body
    }

    package func write(to message: inout MessageWriter) {
        message.add(account.description)
        message.add(request)
        message.add(request.headers)
        message.add(body)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        account = try message.account()
        var request = try message.request()
        request.headers = try message.headers()
        self.request = request
        body = try message.descriptor()
    }

    package struct Answer: Sendable {
        package let status: Int
        package let headers: [HeaderField]
        /// As ``BodyChannel`` makes it.
        package let body: Descriptor
        /// What still sends the body, at the agent's end.
        package let pump: BodyChannel.Pump?

        package init(
            status: Int, headers: [HeaderField], body: Descriptor, pump: BodyChannel.Pump? = nil
        ) {
            self.status = status
            self.headers = headers
            self.body = body
            self.pump = pump
        }
    }
}

/// Every method that gives a service's answer gives it in one form.
extension AgentMethod where Answer == Perform.Answer {
    package static func pump(of answer: Answer) -> BodyChannel.Pump? { answer.pump }

    package static func write(_ answer: Answer, to message: inout MessageWriter) {
        message.add(.uint32(UInt32(clamping: answer.status)))
        message.add(answer.headers)
        message.add(answer.body)
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Answer {
        Answer(status: try message.number(), headers: try message.headers(), body: try message.descriptor())
    }
}

extension MessageWriter {
    /// Method, URL and parameters.
    mutating func add(_ request: UnsignedRequest) {
        add(request.method)
        add(request.url)
        add(.pairs(request.parameters.map { ($0.name, $0.value) }))
    }

    mutating func add(_ headers: [HeaderField]) {
        add(.pairs(headers.map { ($0.name, $0.value) }))
    }
}

extension MessageReader {
    mutating func request() throws(MalformedMessage) -> UnsignedRequest {
        UnsignedRequest(
            method: try string(), url: try string(), parameters: try pairs().map { Parameter($0.0, $0.1) })
    }

    mutating func headers() throws(MalformedMessage) -> [HeaderField] {
        try pairs().map { HeaderField($0.0, $0.1) }
    }
}
