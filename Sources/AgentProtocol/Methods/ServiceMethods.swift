package import AccountModel
internal import GLibBridge

/// `Broker.profile` and, with the option `limits`, `Broker.postingProfile`
package struct GetProfile: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "GetProfile"
    package let service: Service
    /// Whether the service is asked for its limits.
    package let asksLimits: Bool

    package init(service: Service, asksLimits: Bool) {
        self.service = service
        self.asksLimits = asksLimits
    }

    package func write(to message: inout MessageWriter) {
        message.add(service.description)
        message.setOption("limits", asksLimits ? .boolean(true) : nil)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        service = try message.service()
        asksLimits = try message.booleanOption("limits") ?? false
    }

    package static func write(_ answer: ServiceProfile, to message: inout MessageWriter) {
        message.add(.dictionary(answer.fields))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> ServiceProfile {
        try ServiceProfile(from: message.fields())
    }
}

/// `Broker.services`
package struct ListServices: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "ListServices"
    /// `nil` for all of them.
    package let service: Service?

    package init(service: Service?) {
        self.service = service
    }

    package func write(to message: inout MessageWriter) {
        message.add(service?.description ?? "")
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        service = try message.optionalService()
    }

    package static func write(_ answer: [ServiceListing], to message: inout MessageWriter) {
        message.add(.array(of: "a{sv}", answer.map { .dictionary($0.fields) }))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> [ServiceListing] {
        try message.listOfFields().map { value throws(MalformedMessage) in try ServiceListing(from: value) }
    }
}

/// `Broker.defaultService`
package struct GetDefaultService: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "GetDefaultService"

    package init() {}

    package func write(to message: inout MessageWriter) {}

    package init(from message: inout MessageReader) throws(MalformedMessage) {}

    package static func write(_ answer: Service, to message: inout MessageWriter) {
        message.add(answer.description)
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Service {
        try message.service()
    }
}

/// `Broker.noteRejectedCredential`
package struct NoteRejected: AgentMethod {
    package typealias Answer = Void
    package static let interface = AgentInterface.manager
    package static let name = "NoteRejected"
    package static let usesNetwork = true
    package let account: AccountID

    package init(account: AccountID) {
        self.account = account
    }

    package func write(to message: inout MessageWriter) {
        message.add(account.description)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        account = try message.account()
    }
}

/// `Broker.apps`
package struct ListApps: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "ListApps"

    package init() {}

    package func write(to message: inout MessageWriter) {}

    package init(from message: inout MessageReader) throws(MalformedMessage) {}

    package static func write(_ answer: [App], to message: inout MessageWriter) {
        message.add(.array(of: "a{sv}", answer.map { .dictionary($0.fields) }))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> [App] {
        try message.listOfFields().map { value throws(MalformedMessage) in try App(from: value) }
    }
}

/// `Broker.setApp`
package struct SetApp: AgentMethod {
    package typealias Answer = Void
    package static let interface = AgentInterface.manager
    package static let name = "SetApp"
    package let app: App
    package let secret: AppSecret
    package var isRepeatable: Bool {
        if case .none = secret { true } else { false }
    }

    package init(app: App, secret: AppSecret) {
        self.app = app
        self.secret = secret
    }

    package func write(to message: inout MessageWriter) {
        message.add(app.service.description)
        message.add(app.name)
        message.add(app.consumerKey)
        message.setOption("protocol", .string(app.logInProtocol.rawValue))
        message.setOption("callback", app.callback.map { .string($0) })
        switch secret {
        case .line(let descriptor): message.setOption("secret", descriptor)
        case .privateKey(let descriptor): message.setOption("private-key", descriptor)
        case .none: break
        }
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        let (service, name, key) = (try message.service(), try message.string(), try message.string())
        let word = try message.stringOption("protocol") ?? LogInProtocol.oauth1.rawValue
        guard let logInProtocol = LogInProtocol(rawValue: word) else {
            throw MalformedMessage("'\(word)' is no protocol")
        }
        app = App(
            service: service, name: name, consumerKey: key, logInProtocol: logInProtocol,
            callback: try message.stringOption("callback"))
        if let descriptor = try message.descriptorOption("secret") {
            secret = .line(descriptor)
        } else if let descriptor = try message.descriptorOption("private-key") {
            secret = .privateKey(descriptor)
        } else {
            secret = .none
        }
    }
}

/// `Broker.setCallback`
package struct SetCallback: AgentMethod {
    package typealias Answer = Void
    package static let interface = AgentInterface.manager
    package static let name = "SetCallback"
    package let service: Service
    package let app: String
    package let callback: String

    package init(_ callback: String, ofApp app: String, of service: Service) {
        self.service = service
        self.app = app
        self.callback = callback
    }

    package func write(to message: inout MessageWriter) {
        message.add(service.description)
        message.add(app)
        message.add(callback)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        service = try message.service()
        app = try message.string()
        callback = try message.string()
    }
}

/// `Broker.removeApp`
package struct RemoveApp: AgentMethod {
    package typealias Answer = Void
    package static let interface = AgentInterface.manager
    package static let name = "RemoveApp"
    package let app: String
    package let service: Service

    package init(app: String, service: Service) {
        self.app = app
        self.service = service
    }

    package func write(to message: inout MessageWriter) {
        message.add(service.description)
        message.add(app)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        service = try message.service()
        app = try message.string()
    }
}
