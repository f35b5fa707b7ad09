import AccountModel

/// Picks the account that is meant.
///
/// All accounts stand for choice, whoever asks; what the caller may see decides only which of them an error names.
struct AccountChoice {
    /// All accounts, by number.
    var accounts: AccountSet
    /// Narrows the choice.
    var service: Service?
    /// Whether the caller may know of an account.
    var maySee: (Account) -> Bool
    /// The program that `accounts` was narrowed for; `nil` where it holds all there are.
    var viewer: ProgramIdentity?

    /// The account of a selector, else the default, else the only one.
    ///
    /// Throws `noSuchAccount` where there is none, `invalidArgument` where several are meant, and `notConfigured` for
    /// an account that is kept twice.
    func pick(_ selector: AccountSelector?) throws(BrokerError) -> StoredAccount {
        let candidates = accounts.accounts.filter { service == nil || $0.account.service == service }
        let picked: StoredAccount
        if let selector {
            picked = try only(selector, among: candidates)
        } else {
            picked = try automatic(among: candidates)
        }
        try accounts.checkSingle(picked)
        return picked
    }

    private func only(_ selector: AccountSelector, among candidates: [StoredAccount]) throws(BrokerError)
        -> StoredAccount
    {
        let found = candidates.filter { selector.matches($0.account) }
        guard let first = found.first else { throw unknown(selector) }
        for other in found.dropFirst() where other.identity != first.identity {
            throw ambiguous("\(OneLine.visible("\(selector)")) means more than one account", among: found)
        }
        return first
    }

    private func automatic(among candidates: [StoredAccount]) throws(BrokerError) -> StoredAccount {
        if let preset = candidates.first(where: { $0.account.isDefault }) { return preset }
        guard let first = candidates.first else { throw none() }
        if candidates.contains(where: { $0.identity != first.identity }) {
            throw ambiguous("there is more than one account and no default", among: candidates)
        }
        return first
    }
}

extension AccountChoice {
    private func none() -> BrokerError {
        if let viewer {
            let place = service.map { " of \($0)" } ?? ""
            return BrokerError(
                .noSuchAccount, "there is no account\(place) that \(viewer.onOneLine) may use",
                nextStep: viewer.canBeRemembered ? "acctstore grant \(ShellWord.quoted(viewer.shown))" : nil)
        }
        guard let service else {
            return BrokerError(.noSuchAccount, "there is no account yet", nextStep: "acctstore add")
        }
        return BrokerError(.noSuchAccount, "there is no account of \(service)", nextStep: "acctstore add \(service)")
    }

    private func unknown(_ selector: AccountSelector) -> BrokerError {
        guard !accounts.accounts.isEmpty else { return none() }
        let place = service.map { " of \($0)" } ?? ""
        return BrokerError(
            .noSuchAccount,
            "there is no account \(OneLine.visible("\(selector)"))\(place)" + listing(accounts.accounts),
            nextStep: "acctstore list")
    }

    private func ambiguous(_ what: String, among found: [StoredAccount]) -> BrokerError {
        let visible = found.map(\.account).filter(maySee)
        let areNumbersClear = Set(found.map(\.account.number)).count == found.count
        let example = visible.first.map { ", such as \(areNumbersClear ? "\($0.number)" : "\($0.id)")" } ?? ""
        return BrokerError(
            .invalidArgument, what + listing(found),
            nextStep: "name one by its \(areNumbersClear ? "number" : "id")\(example); post and sign take it after -a")
    }

    /// `: there are @alice (1, twitter), @bob (2, twitter)`, or nothing for a caller who may see none.
    private func listing(_ candidates: [StoredAccount]) -> String {
        let visible = candidates.map(\.account).filter(maySee)
        return visible.isEmpty ? "" : "; there are " + visible.map(\.label).joined(separator: ", ")
    }
}
