package import AccountModel

/// `Broker.lock` without the keyring
package struct Lock: AgentMethod {
    package static let interface = AgentInterface.agent
    package static let name = "Lock"
    package static let hasOptions = false

    package init() {}

    package func write(to message: inout MessageWriter) {}

    package init(from message: inout MessageReader) throws(MalformedMessage) {}
}

/// `Broker.lock` with the keyring
package struct LockKeyring: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "LockKeyring"

    package init() {}

    package func write(to message: inout MessageWriter) {}

    package init(from message: inout MessageReader) throws(MalformedMessage) {}
}

/// `Broker.unlock`
package struct Unlock: AgentMethod {
    package static let interface = AgentInterface.agent
    package static let name = "Unlock"
    package static let waitsForPerson = true
    /// Where the passphrase of a vault is read from; `/dev/null` has the agent ask, or the keyring by its own means.
    package let passphrase: Descriptor
    package let isRepeatable: Bool

    /// - Parameter isRepeatable: whether there is nothing in what it is read from.
    package init(passphrase: Descriptor, isRepeatable: Bool) {
        self.passphrase = passphrase
        self.isRepeatable = isRepeatable
    }

    package func write(to message: inout MessageWriter) {
        message.add(passphrase)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        self.init(passphrase: try message.descriptor(), isRepeatable: false)
    }
}
