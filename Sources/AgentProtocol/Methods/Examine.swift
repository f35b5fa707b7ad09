package import AccountModel
internal import GLibBridge

/// `Broker.findings`
package struct Examine: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "Examine"

    package init() {}

    package func write(to message: inout MessageWriter) {}

    package init(from message: inout MessageReader) throws(MalformedMessage) {}

    package static func write(_ answer: [Finding], to message: inout MessageWriter) {
        message.add(.array(of: "a{sv}", answer.map { .dictionary($0.fields) }))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> [Finding] {
        try message.listOfFields().map { value throws(MalformedMessage) in try Finding(from: value) }
    }
}

extension Finding {
    fileprivate var fields: [String: Variant] {
        var fields: [String: Variant] = [
            "check": .string(check), "state": .string(state.rawValue), "found": .string(found),
        ]
        fields["next"] = next.map { .string($0) }
        fields["error"] = code.map { .string($0.rawValue) }
        return fields
    }

    fileprivate init(from fields: Fields) throws(MalformedMessage) {
        self.init(
            try fields.required("check", fields.string),
            try fields.requiredWord("state", "a state", State.init),
            try fields.required("found", fields.string), next: try fields.string("next"),
            code: try fields.string("error").map(BrokerError.Code.init))
    }
}
