internal import AccountModel
internal import GLibBridge

extension LogInRequest.Method {
    var word: String {
        switch self {
        case .browser: "browser"
        case .pin: "pin"
        case .device: "device"
        case .xauth: "xauth"
        case .token: "token"
        }
    }

    init?(word: String) {
        switch word {
        case "browser": self = .browser
        case "pin": self = .pin
        case "device": self = .device
        case "xauth": self = .xauth
        case "token": self = .token
        default: return nil
        }
    }
}

extension LogInStep {
    func write(to message: inout MessageWriter) {
        switch self {
        case .visit(let visit, let handle):
            var details = visit.fields
            details["handle"] = .string(handle.rawValue)
            message.add("visit")
            message.add(.dictionary(details))
        case .askAgain(let why, let remaining, let handle):
            message.add("ask-again")
            message.add(
                .dictionary([
                    "why": .string(why), "remaining": .uint32(UInt32(clamping: remaining)),
                    "handle": .string(handle.rawValue),
                ]))
        case .overtaken:
            message.add("overtaken")
            message.add(.dictionary([:]))
        case .confirmAccount(let username, let service, let handle):
            message.add("confirm-account")
            message.add(
                .dictionary([
                    "username": .string(username), "service": .string(service.description),
                    "handle": .string(handle.rawValue),
                ]))
        case .confirmReplacement(let account, let handle):
            message.add("confirm-replacement")
            message.add(.dictionary(["account": .dictionary(account.fields), "handle": .string(handle.rawValue)]))
        case .unsaved(let why, let handle):
            message.add("unsaved")
            message.add(.dictionary(["why": .string(why), "handle": .string(handle.rawValue)]))
        case .done(let account, let warning):
            var details: [String: Variant] = ["account": .dictionary(account.fields)]
            details["warning"] = warning.map { .string($0) }
            message.add("done")
            message.add(.dictionary(details))
        }
    }

    init(from message: inout MessageReader) throws(MalformedMessage) {
        let step = try message.string()
        let details = try message.fields()
        switch step {
        case "visit":
            self = .visit(try LogInVisit(from: details), try details.handle())
        case "ask-again":
            self = .askAgain(
                why: try details.required("why", details.string),
                remaining: try details.required("remaining", details.number), try details.handle())
        case "overtaken":
            self = .overtaken
        case "confirm-account":
            self = .confirmAccount(
                username: try details.required("username", details.string),
                try details.requiredWord("service", "a service", Service.init), try details.handle())
        case "confirm-replacement":
            self = .confirmReplacement(of: try details.account(), try details.handle())
        case "unsaved":
            self = .unsaved(why: try details.required("why", details.string), try details.handle())
        case "done":
            self = .done(try details.account(), warning: try details.string("warning"))
        default:
            throw MalformedMessage("'\(step)' is no step of a log-in")
        }
    }
}

extension LogInVisit {
    fileprivate var fields: [String: Variant] {
        var fields: [String: Variant] = ["url": .string(url)]
        fields["callback"] = callback.map { .string($0) }
        fields["landing"] = landing.map { .string($0) }
        fields["shows_code"] = showsCode ? .boolean(true) : nil
        fields["user_code"] = userCode.map { .string($0) }
        fields["complete_url"] = completeURL.map { .string($0) }
        fields["note"] = note.map { .string($0) }
        fields["remark"] = remark.map { .string($0) }
        return fields
    }

    fileprivate init(from fields: Fields) throws(MalformedMessage) {
        self.init(
            url: try fields.required("url", fields.string), callback: try fields.string("callback"),
            landing: try fields.string("landing"), showsCode: try fields.boolean("shows_code") ?? false,
            userCode: try fields.string("user_code"),
            completeURL: try fields.string("complete_url"), note: try fields.string("note"),
            remark: try fields.string("remark"))
    }
}

extension Fields {
    fileprivate func handle() throws(MalformedMessage) -> LogInHandle {
        LogInHandle(rawValue: try required("handle", string))
    }

    fileprivate func account() throws(MalformedMessage) -> Account {
        try Account(from: required("account", fields))
    }
}
