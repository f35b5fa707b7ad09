package import AccountModel
internal import GLibBridge

/// `Broker.accounts`
package struct ListAccounts: AgentMethod {
    package static let interface = AgentInterface.agent
    package static let name = "ListAccounts"
    package let service: Service?
    /// Whether the agent is to stay while the caller does, to tell it of changes.
    package let watch: Bool

    package init(service: Service?, watch: Bool = false) {
        self.service = service
        self.watch = watch
    }

    package func write(to message: inout MessageWriter) {
        message.add(service?.description ?? "")
        if watch { message.setOption("watch", .boolean(true)) }
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        service = try message.optionalService()
        watch = try message.booleanOption("watch") ?? false
    }

    package static func write(_ answer: [Account], to message: inout MessageWriter) {
        message.add(answer)
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> [Account] {
        try message.accounts()
    }
}

/// `Broker.select`
package struct Select: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "Select"
    package let selector: AccountSelector?
    package let service: Service?
    package let permissions: Permissions

    package init(selector: AccountSelector?, service: Service?, permissions: Permissions) {
        self.selector = selector
        self.service = service
        self.permissions = permissions
    }

    package func write(to message: inout MessageWriter) {
        message.add(selector?.description ?? "")
        message.add(service?.description ?? "")
        message.add(.strings(permissions.words))
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        selector = try message.optionalSelector()
        service = try message.optionalService()
        permissions = try message.permissions()
    }

    package static func write(_ answer: Account, to message: inout MessageWriter) {
        message.add(.dictionary(answer.fields))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Account {
        try Account(from: message.fields())
    }
}

/// `Broker.details`
package struct GetAccount: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "GetAccount"
    package let selector: AccountSelector

    package init(selector: AccountSelector) {
        self.selector = selector
    }

    package func write(to message: inout MessageWriter) {
        message.add(selector.description)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        selector = try message.selector()
    }

    package static func write(_ answer: AccountDetails, to message: inout MessageWriter) {
        message.add(.dictionary(answer.account.fields))
        message.add(.stringDictionary(answer.urls.dictionary))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> AccountDetails {
        AccountDetails(
            account: try Account(from: message.fields()), urls: try ServiceURLs(from: message.stringDictionary()))
    }
}

/// `Broker.update`
package struct UpdateAccount: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "UpdateAccount"
    package let selector: AccountSelector
    package let changes: AccountChanges

    package init(selector: AccountSelector, changes: AccountChanges) {
        self.selector = selector
        self.changes = changes
    }

    package func write(to message: inout MessageWriter) {
        message.add(selector.description)
        message.add(.dictionary(changes.fields))
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        selector = try message.selector()
        changes = try AccountChanges(from: message.fields())
    }

    package static func write(_ answer: Account, to message: inout MessageWriter) {
        message.add(.dictionary(answer.fields))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> Account {
        try Account(from: message.fields())
    }
}

/// `Broker.remove`
package struct RemoveAccount: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "RemoveAccount"
    package static let usesNetwork = true
    package let selector: AccountSelector
    package let revoke: Bool
    package let confirmed: Bool

    package init(selector: AccountSelector, revoke: Bool, confirmed: Bool) {
        self.selector = selector
        self.revoke = revoke
        self.confirmed = confirmed
    }

    package func write(to message: inout MessageWriter) {
        message.add(selector.description)
        message.add(.boolean(revoke))
        message.add(.boolean(confirmed))
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        selector = try message.selector()
        revoke = try message.boolean()
        confirmed = try message.boolean()
    }

    package static func write(_ answer: RemovalOutcome, to message: inout MessageWriter) {
        switch answer {
        case .removed(let account):
            message.add(.boolean(true))
            message.add(.dictionary(account.fields))
        case .needsConfirmation(let account):
            message.add(.boolean(false))
            message.add(.dictionary(account.fields))
        }
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> RemovalOutcome {
        let wasRemoved = try message.boolean()
        let account = try Account(from: message.fields())
        return wasRemoved ? .removed(account) : .needsConfirmation(account)
    }
}
