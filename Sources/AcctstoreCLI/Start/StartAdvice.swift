import AccountModel

/// What `acctstore` alone tells: what was found, and the commands to go on with.
struct StartAdvice: Equatable {
    struct Step: Equatable {
        /// Works when it is pasted; a sentence where no command helps.
        let command: String
        let purpose: String
    }

    /// In whole sentences.
    let finding: String
    let steps: [Step]

    static let agentIsSilent = StartAdvice(
        finding: "The agent that keeps the accounts does not answer.",
        steps: [Step(command: "acctstore doctor", purpose: "Find out why.")])
}

extension StartAdvice {
    init(_ overview: StoreOverview) {
        switch overview.keychain.state {
        case .open, .locked:
            if overview.accounts.isEmpty {
                self.init(withoutAccount: overview)
            } else {
                self.init(withAccounts: overview)
            }
        case .unopened, .absent, .unreachable, .unknown:
            self.init(overview.trouble ?? BrokerError(.unavailable, "nothing is known of the keyring"))
        }
    }

    /// Something stands in the way of everything.
    init(_ trouble: BrokerError) {
        finding = Self.sentence(trouble)
        steps = Self.steps(of: trouble)
    }

    private init(withoutAccount overview: StoreOverview) {
        let service = overview.defaultService ?? .twitter
        let hasApp = overview.apps?.contains { $0.service == service } ?? true
        let app = Step(
            command: "acctstore app set \(service) --key KEY",
            purpose: "Keep the key that \(service) gave your app; its secret is asked for.")
        finding = "There is no account yet." + (hasApp ? "" : " \(service) wants an app of your own for a log-in.")
        steps =
            (hasApp ? [] : [app]) + [
                Step(command: "acctstore add \(service)", purpose: "Log in, and keep the account.")
            ]
    }

    private init(withAccounts overview: StoreOverview) {
        var sentences: [String] = []
        if let account = overview.acting {
            let why =
                switch overview.reason {
                case .preset: "it is the default"
                case .only: "it is the only account"
                case .named, nil: "$\(AccountOption.variable) names it"
                }
            sentences.append("Where no account is named, \(account.shownLabel) acts: \(why).")
        }
        sentences += overview.trouble.map { [Self.sentence($0)] } ?? []
        finding = sentences.joined(separator: " ")
        steps =
            (overview.trouble.map(Self.steps) ?? []) + [
                Step(command: "acctstore list", purpose: "The accounts."),
                Step(command: "acctstore timeline", purpose: "What those whom you follow say."),
                Step(command: "acctstore post 'It works'", purpose: "Say something yourself."),
            ]
    }

    private static func sentence(_ trouble: BrokerError) -> String {
        let message = OneLine.visible(trouble.message, length: 1000)
        return message.prefix(1).uppercased() + message.dropFirst() + "."
    }

    private static func steps(of trouble: BrokerError) -> [Step] {
        (trouble.nextStep?.split(separator: "\n") ?? []).map {
            Step(command: OneLine.visible(String($0), length: 1000), purpose: "")
        }
    }
}
