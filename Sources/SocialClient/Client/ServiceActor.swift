public import AccountModel

/// Who acts towards a service.
public enum ServiceActor: Hashable, Sendable {
    /// An account, with its credential.
    case account(Account)
    /// The app of that name alone, without an account.
    case app(String)
    /// Whoever asks: requests are not signed.
    case nobody

    /// The account that acts; nil where none does.
    public var account: Account? {
        if case .account(let account) = self { account } else { nil }
    }

    /// As whom its requests to a service are sent.
    func sender(to service: Service) -> RequestSender {
        switch self {
        case .account(let account): .account(account.id)
        case .app(let name): .app(name, of: service)
        case .nobody: .nobody
        }
    }

    /// How messages name who acts: `@alice (2, twitter)`.
    public var label: String {
        switch self {
        case .account(let account): account.label
        case .app(let name): "the app \(OneLine.visible(name))"
        case .nobody: "nobody"
        }
    }

    /// How a command is told who acts: `-a 2`.
    var option: String {
        switch self {
        case .account(let account): "-a \(account.number)"
        case .app(App.defaultName): "-a app"
        case .app(let name): "--app \(ShellWord.quoted(name))"
        case .nobody: "-a none"
        }
    }

    /// Short, for the inside of a sentence: `@alice`.
    public var handle: String {
        account?.handle ?? label
    }
}
