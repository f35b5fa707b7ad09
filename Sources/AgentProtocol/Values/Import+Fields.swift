internal import AccountModel
internal import GLibBridge

extension ImportStep {
    func write(to message: inout MessageWriter) {
        switch self {
        case .locked(let handle):
            message.add("locked")
            message.add(.dictionary(["handle": .string(handle.rawValue)]))
        case .listed(let listing):
            message.add("listed")
            message.add(.dictionary(listing.fields))
        }
    }

    init(from message: inout MessageReader) throws(MalformedMessage) {
        let step = try message.string()
        let details = try message.fields()
        switch step {
        case "locked": self = .locked(ImportHandle(rawValue: try details.required("handle", details.string)))
        case "listed": self = .listed(try ImportListing(from: details))
        default: throw MalformedMessage("'\(step)' is no step of an import")
        }
    }
}

extension ImportListing {
    var fields: [String: Variant] {
        [
            "handle": .string(handle.rawValue),
            "items": .array(of: "a{sv}", items.map { .dictionary($0.fields) }),
            "remarks": .array(of: "a{sv}", remarks.map { .dictionary($0.fields) }),
        ]
    }

    init(from fields: Fields) throws(MalformedMessage) {
        self.init(
            handle: ImportHandle(rawValue: try fields.required("handle", fields.string)),
            items: try fields.list("items").map { item throws(MalformedMessage) in try ImportItem(from: item) },
            remarks: try fields.list("remarks").map { remark throws(MalformedMessage) in
                try ImportRemark(from: remark)
            })
    }
}

extension ImportItem {
    fileprivate var fields: [String: Variant] {
        var fields: [String: Variant] = [:]
        fields["line"] = line.map { .uint32(UInt32(clamping: $0)) }
        fields["note"] = note.map { .string($0) }
        switch standing {
        case nil: break
        case .new: fields["standing"] = .string("new")
        case .kept: fields["standing"] = .string("kept")
        case .replacing(let what): fields["replaces"] = .string(what)
        }
        switch kind {
        case .app(let app):
            fields["kind"] = .string("app")
            fields["value"] = .dictionary(app.fields)
        case .account(let service, let app, let username, let userID):
            fields["kind"] = .string("account")
            fields["service"] = .string(service.description)
            fields["app"] = .string(app)
            fields["username"] = username.map { .string($0) }
            fields["user_id"] = userID.map { .string($0) }
        case .grant(let program, let service, let account, let decision, let permissions):
            fields["kind"] = .string("grant")
            fields["program"] = .string(program.description)
            fields["service"] = .string(service.description)
            fields["username"] = account.map { .string($0) }
            fields["decision"] = .string(decision.rawValue)
            fields["permissions"] = .strings(permissions.words)
        }
        return fields
    }

    fileprivate init(from fields: Fields) throws(MalformedMessage) {
        let kind: Kind
        switch try fields.required("kind", fields.string) {
        case "app": kind = .app(try App(from: fields.required("value", fields.fields)))
        case "account":
            kind = .account(
                service: try fields.requiredWord("service", "a service", Service.init),
                app: try fields.required("app", fields.string), username: try fields.string("username"),
                userID: try fields.string("user_id"))
        case "grant":
            kind = .grant(
                program: try fields.requiredWord("program", "a program", ProgramIdentity.init),
                service: try fields.requiredWord("service", "a service", Service.init),
                account: try fields.string("username"),
                try fields.requiredWord("decision", "a decision", Grant.Decision.init),
                try Permissions(words: fields.required("permissions", fields.strings)))
        case let other: throw MalformedMessage("'\(other)' is nothing that can be imported")
        }
        self.init(
            kind, line: try fields.number("line"), note: try fields.string("note"),
            standing: try ImportItem.standing(in: fields))
    }

    private static func standing(in fields: Fields) throws(MalformedMessage) -> Standing? {
        if let what = try fields.string("replaces") { return .replacing(what) }
        return switch try fields.string("standing") {
        case "new": .new
        case "kept": .kept
        default: nil
        }
    }
}

extension ImportRemark {
    fileprivate var fields: [String: Variant] {
        var fields: [String: Variant] = ["text": .string(text), "loss": .boolean(isLoss)]
        fields["line"] = line.map { .uint32(UInt32(clamping: $0)) }
        return fields
    }

    fileprivate init(from fields: Fields) throws(MalformedMessage) {
        self.init(
            try fields.required("text", fields.string), line: try fields.number("line"),
            isLoss: try fields.boolean("loss") ?? true)
    }
}

extension ImportOutcome {
    var fields: [String: Variant] {
        switch self {
        case .kept: return [:]
        case .wouldReplace(let words): return ["would_replace": .string(words)]
        case .unchanged(let account):
            var fields: [String: Variant] = ["unchanged": .boolean(true)]
            fields["account"] = account.map { .dictionary($0.fields) }
            return fields
        case .stored(let account, let warning):
            var fields: [String: Variant] = ["account": .dictionary(account.fields)]
            fields["warning"] = warning.map { .string($0) }
            return fields
        }
    }

    init(from fields: Fields) throws(MalformedMessage) {
        if let words = try fields.string("would_replace") {
            self = .wouldReplace(words)
        } else if try fields.boolean("unchanged") ?? false {
            self = .unchanged(
                try fields.fields("account").map { fields throws(MalformedMessage) in
                    try Account(from: fields)
                })
        } else if let account = try fields.fields("account") {
            self = .stored(try Account(from: account), warning: try fields.string("warning"))
        } else {
            self = .kept
        }
    }
}

extension Fields {
    fileprivate func list(_ name: String) throws(MalformedMessage) -> [Fields] {
        guard let children = self[name]?.children else { throw MalformedMessage("'\(name)' is not a list") }
        return try children.map { value throws(MalformedMessage) in
            guard let values = value.dictionary else { throw MalformedMessage("'\(name)' is a list of something else") }
            return Fields(values)
        }
    }
}
