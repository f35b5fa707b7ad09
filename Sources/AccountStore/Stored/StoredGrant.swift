import AccountModel
import FoundationEssentials

/// A grant as it lies in the keychain.
struct StoredGrant: Sendable {
    var stored: StoredRecord
    var grant: Grant

    /// `nil` for a record that lacks what a grant must have.
    ///
    /// What cannot be read is never taken for a yes: an allowance with a time that is no time counts for nothing,
    /// while such a denial holds without end.
    init?(_ stored: StoredRecord) {
        let attributes = stored.record.attributes
        guard let program = attributes.value(Attribute.program).flatMap(ProgramIdentity.init), program.canBeRemembered,
            let service = attributes.value(Attribute.service).flatMap(Service.init),
            let scope = attributes.value(Attribute.account).flatMap(Grant.Scope.init(stored:)),
            let decision = attributes.value(Attribute.decision).flatMap(Grant.Decision.init),
            let permissions = attributes.value(Attribute.permissions).flatMap({ Permissions($0) }), !permissions.isEmpty
        else { return nil }
        let expires = attributes.value(Attribute.expires)
        let expiry = expires.flatMap(StoredTime.date)
        if expires != nil, expiry == nil, decision == .allow { return nil }
        self.stored = stored
        grant = Grant(
            program: program, service: service, scope: scope, permissions: permissions, decision: decision,
            expires: expiry, created: attributes.value(Attribute.created).flatMap(StoredTime.date) ?? .distantPast)
    }

    /// What messages call its secret.
    var secretName: RecordName {
        RecordName(description: "the secret of a grant for \(grant.program.shown)", place: stored.location)
    }
}

extension Grant.Scope {
    /// A UUID, or `*` for every account of the service.
    init?(stored text: String) {
        if text == "*" {
            self = .service
        } else if let id = AccountID(text) {
            self = .account(id)
        } else {
            return nil
        }
    }

    var stored: String {
        switch self {
        case .account(let id): id.description
        case .service: "*"
        }
    }
}

extension Record {
    /// The record of a grant. `older` are attributes that it had before: those that we do not know are kept.
    init(_ grant: Grant, over older: [String: String] = [:]) {
        var attributes = older
        attributes[Attribute.program] = grant.program.description
        attributes[Attribute.service] = grant.service.description
        attributes[Attribute.account] = grant.scope.stored
        attributes[Attribute.decision] = grant.decision.rawValue
        attributes[Attribute.permissions] = grant.permissions.description
        attributes[Attribute.expires] = grant.expires.map(StoredTime.text)
        attributes[Attribute.created] = StoredTime.text(grant.created)
        self.init(schema: .grant, attributes: attributes, label: "\(grant.program.shown): \(grant.decision.rawValue)")
    }
}

/// Times as they are stored: RFC 3339, in UTC, whole seconds.
enum StoredTime {
    static func text(_ date: Date) -> String {
        date.formatted(.iso8601)
    }

    static func date(_ text: String) -> Date? {
        try? Date(text, strategy: .iso8601)
    }
}
