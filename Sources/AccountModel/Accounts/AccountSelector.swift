/// What a person writes for an account: after `-a`, or as ACCOUNT.
public enum AccountSelector: Hashable, Sendable {
    /// `2`
    case number(Int)
    /// `alice` or `@alice`, in any case. `@123` is a name.
    case name(String)
    /// `SERVICE:NAME`
    case qualified(Service, name: String)
    /// The account's UUID.
    case id(AccountID)

    /// Reads what was written; `nil` where it is none of the four forms.
    public init?(_ text: String) {
        if let id = AccountID(text) {
            self = .id(id)
        } else if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(text)
        {
            self = .number(number)
        } else if let colon = text.lastIndex(of: ":") {
            guard let service = Service(String(text[..<colon])),
                let name = AccountSelector.name(of: text[text.index(after: colon)...])
            else { return nil }
            self = .qualified(service, name: name)
        } else if let name = AccountSelector.name(of: text[...]) {
            self = .name(name)
        } else {
            return nil
        }
    }

    /// Whether `account` is meant. Names are compared without regard to case.
    public func matches(_ account: Account) -> Bool {
        switch self {
        case .number(let number): account.number == number
        case .id(let id): account.id == id
        case .name(let name): account.username?.lowercased() == name.lowercased()
        case .qualified(let service, let name):
            account.service == service && account.username?.lowercased() == name.lowercased()
        }
    }

    private static func name(of text: Substring) -> String? {
        let name = text.hasPrefix("@") ? text.dropFirst() : text
        guard let first = name.first, first != "@", !name.contains(where: \.isWhitespace) else { return nil }
        return String(name)
    }
}

extension AccountSelector: CustomStringConvertible {
    /// A spelling that selects the same account again.
    public var description: String {
        switch self {
        case .number(let number): String(number)
        case .name(let name): "@\(name)"
        case .qualified(let service, let name): "\(service):\(name)"
        case .id(let id): id.description
        }
    }
}
