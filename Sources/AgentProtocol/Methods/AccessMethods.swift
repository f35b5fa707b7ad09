package import AccountModel
internal import GLibBridge

/// `Broker.requestAccess`
package struct RequestAccess: AgentMethod {
    package static let interface = AgentInterface.agent
    package static let name = "RequestAccess"
    package let target: GrantTarget
    package let service: Service
    package let permissions: Permissions

    package init(target: GrantTarget, service: Service, permissions: Permissions) {
        self.target = target
        self.service = service
        self.permissions = permissions
    }

    package func write(to message: inout MessageWriter) {
        message.add(service.description)
        message.add(.strings(permissions.words))
        switch target {
        case .selected(let selector): message.setOption("account", selector.map { .string($0.description) })
        case .service, .everything: message.setOption("all", .boolean(true))
        }
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        service = try message.service()
        permissions = try message.permissions()
        let account = try message.stringOption("account")
        if try message.booleanOption("all") ?? false {
            if account != nil { throw MalformedMessage("either 'account' or 'all'") }
            target = .service(service)
        } else {
            target = try GrantTarget(kind: "selected", text: account ?? "")
        }
    }

    package static func write(_ answer: Bool, to message: inout MessageWriter) {
        message.add(.boolean(answer))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Bool {
        try message.boolean()
    }
}

/// `Broker.grants`
package struct ListGrants: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "ListGrants"

    package init() {}

    package func write(to message: inout MessageWriter) {}

    package init(from message: inout MessageReader) throws(MalformedMessage) {}

    package static func write(_ answer: [GrantListing], to message: inout MessageWriter) {
        message.add(.array(of: "a{sv}", answer.map { .dictionary($0.fields) }))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> [GrantListing] {
        try message.listOfFields().map { value throws(MalformedMessage) in try GrantListing(from: value) }
    }
}

/// `Broker.grant`
package struct GrantAccess: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "Grant"
    package let request: GrantRequest

    package init(request: GrantRequest) {
        self.request = request
    }

    package func write(to message: inout MessageWriter) {
        message.add(request.program.description)
        message.add(request.target.variant)
        message.add(.strings(request.permissions.words))
        message.add(request.decision.rawValue)
        message.setOption("duration", request.duration.map { .uint32(UInt32(clamping: $0)) })
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        request = GrantRequest(
            program: try message.program(), target: try message.target(), permissions: try message.permissions(),
            decision: try message.word("a decision", Grant.Decision.init),
            duration: try message.numberOption("duration"))
    }

    package static func write(_ answer: GrantListing, to message: inout MessageWriter) {
        message.add(.dictionary(answer.fields))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> GrantListing {
        try GrantListing(from: message.fields())
    }
}

/// `Broker.revoke`
package struct RevokeAccess: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "Revoke"
    package let program: ProgramIdentity
    package let target: GrantTarget

    package init(program: ProgramIdentity, target: GrantTarget) {
        self.program = program
        self.target = target
    }

    package func write(to message: inout MessageWriter) {
        message.add(program.description)
        message.add(target.variant)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        program = try message.program()
        target = try message.target()
    }

    package static func write(_ answer: Int, to message: inout MessageWriter) {
        message.add(.uint32(UInt32(clamping: answer)))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Int {
        try message.number()
    }
}
