import AccountModel

/// What happens where more than one account could be meant.
extension CommandContext {
    /// Does something with the account that is meant. Where several are, and a person sits at the terminal, they are
    /// asked which one, and it is done with that.
    func withAccount<Result: Sendable>(
        _ selector: AccountSelector?, at service: Service? = nil, of broker: any Broker,
        _ operation: (AccountSelector?) async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        do {
            return try await operation(selector)
        } catch  where error.code == .noSuchAccount && AccountOption.isFromVariable(selector, in: self) {
            throw AccountOption.blamingVariable(error)
        } catch  where error.code == .invalidArgument && isInteractive {
            let accounts = try await broker.accounts(of: service).filter { selector?.matches($0) ?? true }
            guard accounts.count > 1 else { throw error }
            guard let chosen = await choose(among: accounts) else { throw error }
            return try await operation(.id(chosen.id))
        }
    }

    /// `nil` where the person names none of them.
    private func choose(among accounts: [Account]) async -> Account? {
        terminal.show("Which account?")
        for account in accounts { terminal.show("  \(AccountListing.line(for: account))") }
        for _ in 1...3 {
            guard let answer = await terminal.ask("Number: ") else { return nil }
            let number = Int(answer.filter { !$0.isWhitespace })
            if let account = accounts.first(where: { $0.number == number }) { return account }
            terminal.show("type one of the numbers above")
        }
        return nil
    }
}
