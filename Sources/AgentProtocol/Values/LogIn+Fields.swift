internal import AccountModel
internal import GLibBridge

extension LogInRequest.Method {
    var word: String {
        switch self {
        case .pin: "pin"
        case .xauth: "xauth"
        case .token: "token"
        }
    }

    init?(word: String) {
        switch word {
        case "pin": self = .pin
        case "xauth": self = .xauth
        case "token": self = .token
        default: return nil
        }
    }
}

extension LogInStep {
    func write(to message: inout MessageWriter) {
        switch self {
        case .visit(let url, let handle):
            message.add("visit")
            message.add(.dictionary(["url": .string(url), "handle": .string(handle.rawValue)]))
        case .askAgain(let remaining, let handle):
            message.add("ask-again")
            message.add(
                .dictionary([
                    "remaining": .uint32(UInt32(clamping: remaining)), "handle": .string(handle.rawValue),
                ]))
        case .confirmReplacement(let account, let handle):
            message.add("confirm-replacement")
            message.add(.dictionary(["account": .dictionary(account.fields), "handle": .string(handle.rawValue)]))
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
            self = .visit(url: try details.required("url", details.string), try details.handle())
        case "ask-again":
            self = .askAgain(remaining: try details.required("remaining", details.number), try details.handle())
        case "confirm-replacement":
            self = .confirmReplacement(of: try details.account(), try details.handle())
        case "done":
            self = .done(try details.account(), warning: try details.string("warning"))
        default:
            throw MalformedMessage("'\(step)' is no step of a log-in")
        }
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
