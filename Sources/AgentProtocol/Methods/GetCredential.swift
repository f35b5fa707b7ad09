package import AccountModel
internal import GLibBridge

/// `Broker.credential`
package struct GetCredential: AgentMethod {
    package static let interface = AgentInterface.agent
    package static let name = "GetCredential"
    package let account: AccountID
    /// What it is handed to.
    package let command: String?

    package init(account: AccountID, command: String?) {
        self.account = account
        self.command = command
    }

    package func write(to message: inout MessageWriter) {
        message.add(account.description)
        message.setOption("command", command.map { .string($0) })
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        account = try message.account()
        command = try message.stringOption("command")
    }

    /// The answer is a sealed file.
    package static func write(_ answer: Descriptor, to message: inout MessageWriter) {
        message.add(answer)
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Descriptor {
        try message.descriptor()
    }
}
