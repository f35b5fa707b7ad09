internal import AccountModel
internal import FoundationEssentials
internal import GLibBridge

extension GrantListing {
    /// Times are seconds since 1970. Without `account_id` the grant is for all accounts of the service.
    var fields: [String: Variant] {
        var fields: [String: Variant] = [
            "program": .string(grant.program.description),
            "service": .string(grant.service.description),
            "permissions": .strings(grant.permissions.words),
            "decision": .string(grant.decision.rawValue),
            "created": .double(grant.created.timeIntervalSince1970),
        ]
        if case .account(let id) = grant.scope { fields["account_id"] = .string(id.description) }
        fields["account"] = account.map { .dictionary($0.fields) }
        fields["expires"] = grant.expires.map { .double($0.timeIntervalSince1970) }
        fields["last_used"] = grant.lastUsed.map { .double($0.timeIntervalSince1970) }
        return fields
    }

    init(from fields: Fields) throws(MalformedMessage) {
        let scope = try fields.word("account_id", "an account's UUID", AccountID.init).map { Grant.Scope.account($0) }
        let grant = Grant(
            program: try fields.requiredWord("program", "a program", ProgramIdentity.init),
            service: try fields.requiredWord("service", "a service", Service.init),
            scope: scope ?? .service,
            permissions: try Permissions(words: fields.required("permissions", fields.strings)),
            decision: try fields.requiredWord("decision", "a decision", Grant.Decision.init),
            expires: try fields.time("expires"),
            created: try fields.required("created", fields.time),
            lastUsed: try fields.time("last_used"))
        let account = try fields.fields("account").map { value throws(MalformedMessage) in try Account(from: value) }
        self.init(grant: grant, account: account)
    }
}

extension GrantTarget {
    /// A kind and a text: `("service", "twitter")`.
    var variant: Variant {
        switch self {
        case .selected(let selector): .tuple([.string("selected"), .string(selector?.description ?? "")])
        case .service(let service): .tuple([.string("service"), .string(service.description)])
        case .everything: .tuple([.string("everything"), .string("")])
        }
    }

    init(kind: String, text: String) throws(MalformedMessage) {
        switch kind {
        case "selected" where text.isEmpty:
            self = .selected(nil)
        case "selected":
            guard let selector = AccountSelector(text) else { throw MalformedMessage("'\(text)' is not an account") }
            self = .selected(selector)
        case "service":
            guard let service = Service(text) else { throw MalformedMessage("'\(text)' is not a service") }
            self = .service(service)
        case "everything":
            self = .everything
        default:
            throw MalformedMessage("'\(kind)' is no kind of target")
        }
    }
}

extension MessageReader {
    mutating func target() throws(MalformedMessage) -> GrantTarget {
        let members = try children()
        guard members.count == 2, let kind = members[0].string, let text = members[1].string else {
            throw MalformedMessage("a target is a kind and a text")
        }
        return try GrantTarget(kind: kind, text: text)
    }
}

extension Fields {
    fileprivate func time(_ name: String) throws(MalformedMessage) -> Date? {
        guard let value = self[name] else { return nil }
        guard case .double(let seconds) = value else { throw MalformedMessage("'\(name)' is not a time") }
        return Date(timeIntervalSince1970: seconds)
    }
}
