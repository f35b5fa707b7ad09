public import AccountModel

extension StoreBroker {
    public func learn(
        _ person: VerifiedPerson, of account: AccountID, merging: Bool
    ) async throws(BrokerError) -> VerificationOutcome {
        try personsCommands.refuseSandbox()
        let learning = try AccountLearning(person, parts: parts)
        let look = try await look()
        let found = try look.accounts.account(account).account
        switch try await desk.knowing(look).decideBeforeUse(.read, .account(found)) {
        case .allowed, .allowedAfterWaiting: break
        case .denied(let denial): throw .denied(denial, to: caller.program, .account(found))
        case .unanswered: throw .unanswered(for: caller.program, .account(found))
        }
        if merging { try await personsCommands.require("merge \(found.label) into the account of the same person") }
        let outcome = try await learning.run(for: account, merging: merging)
        if case .wouldMerge(let other) = outcome, try await desk.visible([other]).isEmpty {
            throw BrokerError(
                .accessDenied,
                "\(found.label) is the same person as an account that \(caller.program.onOneLine) may not see",
                nextStep: "acctstore verify \(found.number)")
        }
        return outcome
    }
}
