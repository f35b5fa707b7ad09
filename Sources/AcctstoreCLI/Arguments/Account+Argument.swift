public import AccountModel
public import CommandLineKit
import GLibBridge

extension AccountSelector: ArgumentValue {
    public static var expectation: String? { "a number, a name, SERVICE:NAME or a UUID" }

    public init?(argument: RawArgument) {
        guard let text = argument.text else { return nil }
        self.init(text)
    }
}

extension Service: ArgumentValue {
    public static var expectation: String? { "a service such as twitter, or NAME/HOST" }

    public init?(argument: RawArgument) {
        guard let text = argument.text else { return nil }
        self.init(text, asciiHost: UnicodeNormalization.asciiHost)
    }

    /// This software on a host, as a person writes that: also a URL of its front page.
    func at(host: String) -> Service? {
        Service("\(name)/\(host)", asciiHost: UnicodeNormalization.asciiHost)
    }
}

extension Account.Ask: ArgumentValue {
    public static var allowedValues: [String] { [Account.Ask.always.rawValue, Account.Ask.once.rawValue] }
}
