public import AccountModel
public import CommandLineKit

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
        self.init(text)
    }
}

extension Account.Ask: ArgumentValue {
    public static var allowedValues: [String] { [Account.Ask.always.rawValue, Account.Ask.once.rawValue] }
}
