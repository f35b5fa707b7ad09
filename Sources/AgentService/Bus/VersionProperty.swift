internal import AgentProtocol
internal import GLibBridge

/// The one property of the agent's object, which tells any program on the bus which agent it is.
enum VersionProperty {
    static let interface = "org.freedesktop.DBus.Properties"

    private static let value = Variant.tuple([
        .string(AgentVersion.current.release), .string(AgentVersion.current.protocol),
    ])

    /// Answers a call of `org.freedesktop.DBus.Properties`. GDBus has refused names that are not declared.
    static func answer(_ request: BusRequest) {
        switch request.method {
        case "Get":
            request.reply([.variant(value)])
        case "GetAll" where request.message[0]?.string == AgentInterface.agent.rawValue:
            request.reply([.dictionary([AgentVersion.propertyName: value])])
        case "GetAll":
            request.reply([.dictionary([:])])
        default:
            request.fail(
                name: "org.freedesktop.DBus.Error.PropertyReadOnly", message: "The property cannot be changed.")
        }
    }
}
