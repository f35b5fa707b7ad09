package import AccountModel
internal import GLibBridge

/// `Broker.overview`
package struct GetOverview: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "GetOverview"
    package let selector: AccountSelector?
    package let service: Service?

    package init(selector: AccountSelector?, service: Service?) {
        self.selector = selector
        self.service = service
    }

    package func write(to message: inout MessageWriter) {
        message.add(selector?.description ?? "")
        message.add(service?.description ?? "")
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        selector = try message.optionalSelector()
        service = try message.optionalService()
    }

    package static func write(_ answer: StoreOverview, to message: inout MessageWriter) {
        message.add(.dictionary(answer.fields))
        message.add(answer.accounts)
        message.add(answer.apps ?? [])
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> StoreOverview {
        let fields = try message.fields()
        let (accounts, apps) = (try message.accounts(), try message.apps())
        return try StoreOverview(from: fields, accounts: accounts, apps: apps)
    }
}

/// `Broker.names`
package struct GetNames: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "GetNames"

    package init() {}

    package func write(to message: inout MessageWriter) {}

    package init(from message: inout MessageReader) throws(MalformedMessage) {}

    package static func write(_ answer: KnownNames, to message: inout MessageWriter) {
        message.add(answer.accounts)
        message.add(.strings(answer.services.map(\.description)))
        message.add(.strings(answer.otherServices.map(\.description)))
        message.add(answer.apps)
        message.add(.strings(answer.programs.map(\.description)))
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> KnownNames {
        KnownNames(
            accounts: try message.accounts(), services: try message.strings().compactMap { Service($0) },
            otherServices: try message.strings().compactMap { Service($0) },
            apps: try message.apps(), programs: try message.strings().compactMap { ProgramIdentity($0) })
    }
}

/// `Broker.picture`
package struct GetPicture: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "GetPicture"
    package static let usesNetwork = true
    package typealias Answer = Perform.Answer
    package let url: String

    package init(url: String) {
        self.url = url
    }

    package func write(to message: inout MessageWriter) {
        message.add(url)
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        url = try message.string()
    }
}

/// `Broker.learn`
package struct Learn: AgentMethod {
    package static let interface = AgentInterface.manager
    package static let name = "Learn"
    /// What is merged waits for the end of a renewal.
    package static let usesNetwork = true
    package let account: AccountID
    package let person: VerifiedPerson
    package let merging: Bool

    package init(account: AccountID, person: VerifiedPerson, merging: Bool) {
        self.account = account
        self.person = person
        self.merging = merging
    }

    package func write(to message: inout MessageWriter) {
        message.add(account.description)
        var fields: [String: Variant] = [:]
        fields["user_id"] = person.userID.map { .string($0) }
        fields["username"] = person.username.map { .string($0) }
        message.add(.dictionary(fields))
        message.add(.boolean(merging))
    }

    package init(from message: inout MessageReader) throws(MalformedMessage) {
        account = try message.account()
        let fields = try message.fields()
        person = VerifiedPerson(userID: try fields.string("user_id"), username: try fields.string("username"))
        merging = try message.boolean()
    }

    package static func write(_ answer: VerificationOutcome, to message: inout MessageWriter) {
        switch answer {
        case .stored(let account):
            message.add(.boolean(true))
            message.add(.dictionary(account.fields))
        case .wouldMerge(let account):
            message.add(.boolean(false))
            message.add(.dictionary(account.fields))
        }
    }

    package static func readAnswer(from message: inout MessageReader) throws(MalformedMessage) -> VerificationOutcome {
        let isStored = try message.boolean()
        let account = try Account(from: message.fields())
        return isStored ? .stored(account) : .wouldMerge(into: account)
    }
}
