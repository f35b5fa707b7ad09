internal import AccountModel
internal import GLibBridge

/// The values that have a spelling of their own, read with an error that quotes what was sent.
extension MessageReader {
    mutating func account() throws(MalformedMessage) -> AccountID {
        try word("an account's UUID", AccountID.init)
    }

    mutating func service() throws(MalformedMessage) -> Service {
        try word("a service", Service.init)
    }

    mutating func selector() throws(MalformedMessage) -> AccountSelector {
        try word("an account", AccountSelector.init)
    }

    mutating func program() throws(MalformedMessage) -> ProgramIdentity {
        try word("a program", ProgramIdentity.init)
    }

    mutating func permissions() throws(MalformedMessage) -> Permissions {
        try Permissions(words: strings())
    }

    /// An empty text is none.
    mutating func optionalService() throws(MalformedMessage) -> Service? {
        try optionalWord("a service", Service.init)
    }

    /// An empty text is none.
    mutating func optionalSelector() throws(MalformedMessage) -> AccountSelector? {
        try optionalWord("an account", AccountSelector.init)
    }

    mutating func word<Value>(_ kind: String, _ read: (String) -> Value?) throws(MalformedMessage) -> Value {
        try parse(string(), kind, read)
    }

    private mutating func optionalWord<Value>(
        _ kind: String, _ read: (String) -> Value?
    ) throws(MalformedMessage) -> Value? {
        let text = try string()
        return text.isEmpty ? nil : try parse(text, kind, read)
    }
}

extension Fields {
    func word<Value>(_ name: String, _ kind: String, _ read: (String) -> Value?) throws(MalformedMessage) -> Value? {
        guard let text = try string(name) else { return nil }
        return try parse(text, kind, read)
    }

    func requiredWord<Value>(
        _ name: String, _ kind: String, _ read: (String) -> Value?
    ) throws(MalformedMessage) -> Value {
        guard let value = try word(name, kind, read) else { throw MalformedMessage("'\(name)' is missing") }
        return value
    }
}

extension Permissions {
    init(words: [String]) throws(MalformedMessage) {
        self = []
        for word in words {
            insert(try parse(word, "a permission") { Permissions(word: $0) })
        }
    }
}

private func parse<Value>(
    _ text: String, _ kind: String, _ read: (String) -> Value?
) throws(MalformedMessage) -> Value {
    guard let value = read(text) else { throw MalformedMessage("'\(text)' is not \(kind)") }
    return value
}
