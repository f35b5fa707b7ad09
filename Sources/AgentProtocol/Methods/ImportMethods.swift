package import AccountModel
internal import GLibBridge

/// `Broker.beginImport`
package struct BeginImport: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "BeginImport"
    package static let waitsForPerson = true
    package let request: ImportRequest
    package var isRepeatable: Bool { false }

    package init(_ request: ImportRequest) {
        self.request = request
    }

    package func write(to message: inout MessageWriter) {
        message.add(request.source.word)
        message.add(request.file)
        message.add(request.name)
        message.add(request.service?.description ?? "")
        message.add(request.app ?? "")
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        let word = try message.string()
        guard let source = ImportSource(word: word) else {
            throw MalformedMessage("'\(word)' is no source of accounts")
        }
        let (file, name) = (try message.descriptor(), try message.string())
        let (place, app) = (try message.string(), try message.string())
        let service = place.isEmpty ? nil : Service(place)
        guard place.isEmpty || service != nil else { throw MalformedMessage("'\(place)' is not a service") }
        request = ImportRequest(
            source: source, file: file, name: name, service: service, app: app.isEmpty ? nil : app)
    }

    package static func write(_ answer: ImportStep, to message: inout MessageWriter) {
        answer.write(to: &message)
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> ImportStep {
        try ImportStep(from: &message)
    }
}

/// `Broker.openImport`
package struct OpenImport: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "OpenImport"
    package static let waitsForPerson = true
    package let handle: ImportHandle
    package let passphrase: PassphraseHandle?
    package var isRepeatable: Bool { passphrase == nil }

    package init(_ handle: ImportHandle, passphrase: PassphraseHandle?) {
        self.handle = handle
        self.passphrase = passphrase
    }

    package func write(to message: inout MessageWriter) {
        message.add(handle.rawValue)
        message.add(passphrase?.rawValue ?? "")
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        handle = ImportHandle(rawValue: try message.string())
        let held = try message.string()
        passphrase = held.isEmpty ? nil : PassphraseHandle(rawValue: held)
    }

    package static func write(_ answer: ImportListing, to message: inout MessageWriter) {
        message.add(.dictionary(answer.fields))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> ImportListing {
        try ImportListing(from: message.fields())
    }
}

/// `Broker.storeImported`
package struct StoreImported: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "StoreImported"
    package static let usesNetwork = true
    package static let waitsForPerson = true
    package let handle: ImportHandle
    package let item: Int
    package let isReplacing: Bool

    package init(_ handle: ImportHandle, item: Int, replacing isReplacing: Bool) {
        self.handle = handle
        self.item = item
        self.isReplacing = isReplacing
    }

    package func write(to message: inout MessageWriter) {
        message.add(handle.rawValue)
        message.add(.uint32(UInt32(clamping: item)))
        message.add(.boolean(isReplacing))
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        handle = ImportHandle(rawValue: try message.string())
        item = try message.number()
        isReplacing = try message.boolean()
    }

    package static func write(_ answer: ImportOutcome, to message: inout MessageWriter) {
        message.add(.dictionary(answer.fields))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> ImportOutcome {
        try ImportOutcome(from: message.fields())
    }
}

/// `Broker.endImport`
package struct EndImport: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "EndImport"
    package static let waitsForPerson = true
    package let handle: ImportHandle

    package init(_ handle: ImportHandle) {
        self.handle = handle
    }

    package func write(to message: inout MessageWriter) {
        message.add(handle.rawValue)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        handle = ImportHandle(rawValue: try message.string())
    }

    package static func write(_ answer: Int, to message: inout MessageWriter) {
        message.add(.uint32(UInt32(clamping: answer)))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Int {
        try message.number()
    }
}

/// `Broker.checkExport`
package struct CheckExport: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "CheckExport"
    package typealias Answer = Void
    package static let waitsForPerson = true
    package let accounts: [AccountSelector]
    package let includesGrants: Bool

    package init(_ accounts: [AccountSelector], includesGrants: Bool) {
        self.accounts = accounts
        self.includesGrants = includesGrants
    }

    package func write(to message: inout MessageWriter) {
        message.add(.strings(accounts.map(\.description)))
        message.add(.boolean(includesGrants))
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        accounts = try message.selectors()
        includesGrants = try message.boolean()
    }
}

extension MessageReader {
    fileprivate mutating func selectors() throws(MalformedMessage) -> [AccountSelector] {
        try strings().map { text throws(MalformedMessage) in
            guard let selector = AccountSelector(text) else { throw MalformedMessage("'\(text)' is not an account") }
            return selector
        }
    }
}

/// `Broker.export`
package struct Export: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "Export"
    package static let waitsForPerson = true
    package let request: ExportRequest
    package var isRepeatable: Bool { false }

    package init(_ request: ExportRequest) {
        self.request = request
    }

    package func write(to message: inout MessageWriter) {
        message.add(.strings(request.accounts.map(\.description)))
        message.add(.boolean(request.includesGrants))
        message.add(request.passphrase)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        request = ExportRequest(
            accounts: try message.selectors(), includesGrants: try message.boolean(),
            passphrase: try message.newPassphrase())
    }

    package static func write(_ answer: ExportedBundle, to message: inout MessageWriter) {
        message.add(answer.file)
        for number in [answer.accounts, answer.apps, answer.grants] { message.add(.uint32(UInt32(clamping: number))) }
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> ExportedBundle {
        ExportedBundle(
            file: try message.descriptor(), accounts: try message.number(), apps: try message.number(),
            grants: try message.number())
    }
}
