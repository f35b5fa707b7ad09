import AccountModel
import CommandLineKit

/// What only the agent can tell for a completion. Nothing is unlocked or asked for it, and whatever goes wrong, or takes
/// too long for somebody who pressed Tab, is no name at all.
enum OfferedNames {
    /// Enough for an agent that is started first and gives the keyring a second.
    private static let patience = Duration.seconds(2)

    static func candidates(for completion: Completion, in context: CommandContext) async -> [Completion.Candidate] {
        guard needsAgent(completion.source), let names = await names(in: context) else { return [] }
        return candidates(for: completion.source, among: names).map {
            Completion.Candidate(completion.prefix + $0.word, $0.explanation)
        }
    }

    private static func needsAgent(_ source: CompletionKind) -> Bool {
        switch source {
        case .account, .actor, .accountOrService, .service, .usedService, .anyService, .app, .program, .grantedProgram:
            true
        case .none, .list, .file, .directory, .commandLine: false
        }
    }

    private static func names(in context: CommandContext) async -> KnownNames? {
        await within(patience) {
            let broker = try? await context.broker.connect(.init(mayAsk: false, terminal: nil))
            return await broker?.names()
        }
    }

    private static func candidates(for source: CompletionKind, among names: KnownNames) -> [Completion.Candidate] {
        switch source {
        case .account: accounts(among: names)
        case .actor: accounts(among: names) + wordsForNoAccount
        case .accountOrService:
            accounts(among: names)
                + names.services.map { Completion.Candidate("\($0):*", "every account of \($0)") }
        case .usedService:
            Set(names.accounts.map(\.service.description)).sorted().map { Completion.Candidate($0) }
        case .service: names.services.map { Completion.Candidate($0.description) }
        case .anyService:
            (names.services + names.otherServices).map(\.description).sorted().map { Completion.Candidate($0) }
        case .app: names.apps.map { Completion.Candidate($0.name, $0.service.description) }
        case .program, .grantedProgram: names.programs.map { Completion.Candidate($0.shown) }
        case .none, .list, .file, .directory, .commandLine: []
        }
    }

    private static let wordsForNoAccount = [
        Completion.Candidate("app", "the app alone"), Completion.Candidate("none", "nobody: unsigned"),
    ]

    /// Each by the shortest name that means it alone, then all by their numbers.
    private static func accounts(among names: KnownNames) -> [Completion.Candidate] {
        let named = names.accounts.compactMap { account -> Completion.Candidate? in
            guard let selector = selector(of: account, among: names.accounts) else { return nil }
            return Completion.Candidate(selector, "\(account.number), \(account.service)")
        }
        return named
            + names.accounts.map { Completion.Candidate(String($0.number), "\($0.handle), \($0.service)") }
    }

    private static func selector(of account: Account, among accounts: [Account]) -> String? {
        guard let name = account.username else { return nil }
        // A name that is all digits, holds a colon or is a word for no account would be read as something else.
        return [name, "@\(name)", "\(account.service):\(name)"].first { spelling in
            guard let selector = RequestedActor(spelling)?.selector else { return false }
            return accounts.filter(selector.matches) == [account]
        }
    }
}
