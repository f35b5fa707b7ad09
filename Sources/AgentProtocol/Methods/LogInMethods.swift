package import AccountModel
internal import GLibBridge

/// `Broker.beginLogIn`
package struct BeginLogIn: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "BeginLogIn"
    package static let usesNetwork = true
    package let request: LogInRequest
    package var isRepeatable: Bool { request.secret == nil }

    package init(request: LogInRequest) {
        self.request = request
    }

    package func write(to message: inout MessageWriter) {
        message.add(request.service.description)
        message.add(request.app)
        message.add(request.method.word)
        message.setOption("account", request.account.map { .string($0.description) })
        message.setOption("username", request.username.map { .string($0) })
        message.setOption("description", request.description.map { .string($0) })
        message.setOption("default", .boolean(request.makeDefault))
        message.setOption("attended", .boolean(request.isAttended))
        message.setOption("secret", request.secret)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        request = LogInRequest(
            account: try message.stringOption("account").map { (text) throws(MalformedMessage) in
                guard let account = AccountID(text) else { throw MalformedMessage("'account' is no UUID") }
                return account
            }, service: try message.service(), app: try message.string(),
            method: try message.word("a way to log in", LogInRequest.Method.init(word:)),
            username: try message.stringOption("username"), description: try message.stringOption("description"),
            makeDefault: try message.booleanOption("default") ?? false,
            isAttended: try message.booleanOption("attended") ?? false,
            secret: try message.descriptorOption("secret"))
    }

    package static func write(_ answer: LogInStep, to message: inout MessageWriter) {
        answer.write(to: &message)
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> LogInStep {
        try LogInStep(from: &message)
    }
}

/// `Broker.continueLogIn`
package struct ContinueLogIn: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "ContinueLogIn"
    package static let usesNetwork = true
    package static let waitsForPerson = true
    package let handle: LogInHandle
    package let answer: LogInAnswer
    package var isRepeatable: Bool { false }

    package init(handle: LogInHandle, answer: LogInAnswer) {
        self.handle = handle
        self.answer = answer
    }

    package func write(to message: inout MessageWriter) {
        message.add(handle.rawValue)
        switch answer {
        case .pin(let descriptor):
            message.add("pin")
            message.setOption("pin", descriptor)
        case .browser:
            message.add("browser")
        case .yes:
            message.add("yes")
        case .no:
            message.add("no")
        }
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        handle = LogInHandle(rawValue: try message.string())
        let word = try message.string()
        switch word {
        case "pin":
            guard let descriptor = try message.descriptorOption("pin") else {
                throw MalformedMessage("'pin' is missing")
            }
            answer = .pin(descriptor)
        case "browser":
            answer = .browser
        case "yes":
            answer = .yes
        case "no":
            answer = .no
        default:
            throw MalformedMessage("'\(word)' is no answer to a log-in")
        }
    }

    package static func write(_ answer: LogInStep, to message: inout MessageWriter) {
        answer.write(to: &message)
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> LogInStep {
        try LogInStep(from: &message)
    }
}

/// `Broker.cancelLogIn`
package struct CancelLogIn: AgentMethod {
    package typealias Answer = Void
    package static let interface = AgentInterface.manager
    package static let name = "CancelLogIn"
    package let handle: LogInHandle

    package init(handle: LogInHandle) {
        self.handle = handle
    }

    package func write(to message: inout MessageWriter) {
        message.add(handle.rawValue)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        handle = LogInHandle(rawValue: try message.string())
    }
}
