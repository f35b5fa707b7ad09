package import AccountModel
internal import GLibBridge

/// `Broker.credential`
package struct GetCredential: AgentMethod {
    package static let interface = AgentInterface.agent
    package static let name = "GetCredential"
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

    /// The answer is a sealed file.
    package static func write(_ answer: Descriptor, to message: inout MessageWriter) {
        message.add(answer)
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Descriptor {
        try message.descriptor()
    }
}
