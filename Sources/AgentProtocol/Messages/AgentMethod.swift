/// One method of the agent, with how its call and its answer are written and read: both ends use this one description.
package protocol AgentMethod: Sendable {
    associatedtype Answer: Sendable

    static var interface: AgentInterface { get }
    static var name: String { get }
    /// Whether the agent speaks with a service in it, which takes its time.
    static var usesNetwork: Bool { get }
    /// Whether the call ends with the common options.
    static var hasOptions: Bool { get }
    /// Whether the agent waits in it for what the person does, be it with the caller stopped in between.
    static var waitsForPerson: Bool { get }

    /// Whether the same call may be made again after a closed keychain stopped it: not where it may have read by then what can be
    /// read but once, or used up what it names.
    var isRepeatable: Bool { get }

    /// Everything but the common options, which are added behind where it has them.
    func write(to message: inout MessageWriter)
    init(from message: inout MessageReader) throws(MalformedMessage)

    static func write(_ answer: Answer, to message: inout MessageWriter)
    static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Answer

    /// What goes on after an answer was given.
    static func pump(of answer: Answer) -> BodyChannel.Pump?
}

extension AgentMethod {
    package static var usesNetwork: Bool { false }

    package static var hasOptions: Bool { true }

    package static var waitsForPerson: Bool { false }

    package var isRepeatable: Bool { true }

    package static func pump(of answer: Answer) -> BodyChannel.Pump? { nil }

    /// For logs and tables: `org.acctstore.Agent1.Sign`.
    package static var fullName: String { "\(interface.rawValue).\(name)" }
}

extension AgentMethod where Answer == Void {
    package static func write(_ answer: Void, to message: inout MessageWriter) {}

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) {}
}
