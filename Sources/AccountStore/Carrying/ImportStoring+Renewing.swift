import AccountModel

/// Tokens that have ended, and can be renewed.
///
/// The account is stored before the request: what renews it is good once, and must not be lost with the answer.
extension ImportStoring {
    /// Throws `credentialRejected`, and keeps nothing, where the service takes what renews it no more.
    func renewed(
        _ received: ReceivedCredential, _ plan: LogInPlan, _ saving: AccountSaving
    ) async throws(BrokerError) -> Done {
        let new = try IdentityCheck(plan: plan, parts: parts).unasked(received)
        guard let account = try await saving.put(new, replacing: nil) else {
            throw BrokerError(.tryLater, "\(new.shownName) was imported already", nextStep: "acctstore verify --all")
        }
        let credential: AccountCredential
        do throws(BrokerError) {
            guard case .bearer(let token) = new.credential.kind else { return Done(.stored(account, warning: nil)) }
            credential = try await TokenRenewal(parts: parts, id: account.id).run(.instead(of: token.accessToken))
                .credential
        } catch {
            if error.code == .credentialRejected {
                _ = try await AccountBook(parts: parts).remove(account.id)
                throw BrokerError(
                    .credentialRejected, "\(new.shownName) (\(plan.service)): \(error.message); it was not stored",
                    nextStep: NextCommand.logIn(at: plan.service, app: plan.appName, user: new.username))
            }
            parts.announce(.accounts(account.service))
            return Done(
                .stored(account, warning: "its token could not be renewed: \(error.message)"),
                .account(account.id, new.credential, instead: nil)
            )
        }
        parts.announce(.accounts(account.service))
        return Done(try await learn(account, credential, plan), .renewed(account.id))
    }

    /// Asks who it is, now that there is a token to ask with.
    private func learn(
        _ account: Account, _ credential: AccountCredential, _ plan: LogInPlan
    ) async throws(BrokerError) -> ImportOutcome {
        let check = IdentityCheck(plan: plan, parts: parts)
        let person: NamedPerson
        do throws(IdentityCheck.Unanswered) {
            person = try await check.ask(credential.proof)
        } catch {
            return .stored(
                account, warning: "\(plan.service) could not be asked whose account it is: \(error.reason)")
        }
        let oddity = check.oddity(of: person)
        guard person.id != nil || person.name != nil else { return .stored(account, warning: oddity) }
        let learning = try AccountLearning(
            VerifiedPerson(userID: person.id, username: person.name), parts: parts)
        switch try await learning.run(for: account.id, merging: mayReplace) {
        case .stored(let account): return .stored(account, warning: oddity)
        case .wouldMerge(let other):
            return .stored(
                account,
                warning: "is the same person as \(other.label); acctstore verify \(account.number) makes one of the two"
            )
        }
    }
}

extension IdentityCheck {
    /// The account as far as it is known without asking.
    func unasked(_ received: ReceivedCredential) throws(BrokerError) -> NewAccount {
        var credential = AccountCredential(received.kind, urls: plan.description.urls)
        credential.urls = plan.description.urls(of: credential.logInProtocol)
        let identity = AccountIdentity(
            service: plan.service, app: plan.appName, userID: try userID(of: NamedPerson(), received))
        return NewAccount(identity: identity, username: received.username, credential: credential)
    }
}
