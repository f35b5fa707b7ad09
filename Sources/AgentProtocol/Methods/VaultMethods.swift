package import AccountModel
internal import GLibBridge

/// `Broker.keychain`
package struct GetKeychain: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "GetKeychain"
    package let kind: KeychainKind?

    package init(_ kind: KeychainKind?) {
        self.kind = kind
    }

    package func write(to message: inout MessageWriter) {
        message.add(kind?.rawValue ?? "")
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        let word = try message.string()
        kind = word.isEmpty ? nil : try KeychainKind(word: word)
    }

    package static func write(_ answer: KeychainStatus, to message: inout MessageWriter) {
        message.add(.dictionary(answer.fields))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> KeychainStatus {
        try KeychainStatus(from: message.fields())
    }
}

/// `Broker.openVault`
package struct OpenVault: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "OpenVault"
    package static let waitsForPerson = true
    /// `/dev/null` has the agent ask.
    package let passphrase: Descriptor
    package var isRepeatable: Bool { false }

    package init(passphrase: Descriptor) {
        self.passphrase = passphrase
    }

    package func write(to message: inout MessageWriter) {
        message.add(passphrase)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        passphrase = try message.descriptor()
    }
}

/// `Broker.holdPassphrase`
package struct HoldPassphrase: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "HoldPassphrase"
    package static let waitsForPerson = true
    package let input: Descriptor
    package let isChecked: Bool
    package var isRepeatable: Bool { false }

    package init(_ input: Descriptor, checked isChecked: Bool) {
        self.input = input
        self.isChecked = isChecked
    }

    package func write(to message: inout MessageWriter) {
        message.add(input)
        message.add(.boolean(isChecked))
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        input = try message.descriptor()
        isChecked = try message.boolean()
    }

    package static func write(_ answer: PassphraseHandle, to message: inout MessageWriter) {
        message.add(answer.rawValue)
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> PassphraseHandle {
        PassphraseHandle(rawValue: try message.string())
    }
}

/// `Broker.makeVault`
package struct MakeVault: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "MakeVault"
    package static let waitsForPerson = true
    package let passphrase: NewPassphrase
    package var isRepeatable: Bool { false }

    package init(_ passphrase: NewPassphrase) {
        self.passphrase = passphrase
    }

    package func write(to message: inout MessageWriter) {
        message.add(passphrase)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        passphrase = try message.newPassphrase()
    }
}

/// `Broker.changePassphrase`
package struct ChangePassphrase: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "ChangePassphrase"
    package static let waitsForPerson = true
    package let old: PassphraseHandle?
    package let new: NewPassphrase
    package var isRepeatable: Bool { false }

    package init(from old: PassphraseHandle?, to new: NewPassphrase) {
        self.old = old
        self.new = new
    }

    package func write(to message: inout MessageWriter) {
        message.add(old?.rawValue ?? "")
        message.add(new)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        let handle = try message.string()
        old = handle.isEmpty ? nil : PassphraseHandle(rawValue: handle)
        new = try message.newPassphrase()
    }
}

/// `Broker.migrate`
package struct Migrate: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "Migrate"
    package static let waitsForPerson = true
    package let target: KeychainKind

    package init(to target: KeychainKind) {
        self.target = target
    }

    package func write(to message: inout MessageWriter) {
        message.add(target.rawValue)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        target = try KeychainKind(word: message.string())
    }

    package static func write(_ answer: MigrationReport, to message: inout MessageWriter) {
        message.add(.dictionary(answer.source.fields))
        message.add(.dictionary(answer.target.fields))
        for number in [answer.accounts, answer.records, answer.copied, answer.renewed] {
            message.add(.uint32(UInt32(clamping: number)))
        }
        message.add(answer.choice)
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> MigrationReport {
        let source = try KeychainStatus(from: message.fields())
        let target = try KeychainStatus(from: message.fields())
        let (accounts, records, copied) = (try message.number(), try message.number(), try message.number())
        let (renewed, choice) = (try message.number(), try message.string())
        return MigrationReport(
            source: source, target: target, accounts: accounts, records: records, copied: copied,
            renewed: renewed, choice: choice)
    }
}

/// `Broker.removeMigrated`
package struct RemoveMigrated: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "RemoveMigrated"
    package static let waitsForPerson = true
    package let source: KeychainKind

    package init(from source: KeychainKind) {
        self.source = source
    }

    package func write(to message: inout MessageWriter) {
        message.add(source.rawValue)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        source = try KeychainKind(word: message.string())
    }

    package static func write(_ answer: Int, to message: inout MessageWriter) {
        message.add(.uint32(UInt32(clamping: answer)))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Int {
        try message.number()
    }
}

extension KeychainKind {
    fileprivate init(word: String) throws(MalformedMessage) {
        guard let kind = KeychainKind(rawValue: word) else { throw MalformedMessage("'\(word)' is no keychain") }
        self = kind
    }
}

/// Two handles; both empty where the agent asks.
extension MessageWriter {
    mutating func add(_ new: NewPassphrase) {
        switch new {
        case .asked:
            add("")
            add("")
        case .held(let first, let repeated):
            add(first.rawValue)
            add(repeated.rawValue)
        }
    }
}

extension MessageReader {
    mutating func newPassphrase() throws(MalformedMessage) -> NewPassphrase {
        let (first, repeated) = (try string(), try string())
        if first.isEmpty && repeated.isEmpty { return .asked }
        return .held(PassphraseHandle(rawValue: first), repeated: PassphraseHandle(rawValue: repeated))
    }
}
