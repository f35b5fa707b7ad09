import AccountModel

/// Gives a program the credential itself, once the person said that it may have it.
///
/// At a terminal that is asked at every use: what stands on a screen or in an environment is out of the store's hands.
struct CredentialRequest: Sendable {
    let parts: StoreParts
    let caller: Caller
    /// The command that the credential is for, as the caller says.
    let command: String?

    private var records: Records { Records(keychain: parts.keychain) }
    /// What the person's own `acctstore` says that the token is for. Any other program is the one that gets it.
    private var recipient: String? { caller.program == .terminal ? command : nil }
    private var desk: AccessDesk { AccessDesk(parts: parts, caller: caller, recipient: recipient) }

    func run(of id: AccountID) async throws(BrokerError) -> Descriptor {
        let look = try await records.look(for: desk.schemas.union([.account]))
        var stored = try look.accounts.account(id)
        parts.use?.note(stored.account)
        let subject = AccessSubject.account(stored.account)
        switch try await desk.knowing(look).decide(.reveal, subject) {
        case .allowed: break
        case .allowedAfterWaiting:
            // By now another account may lie where this one lay.
            stored = try await records.accounts().account(id)
        case .denied(let denial):
            throw .denied(denial, to: caller.program, subject, for: .reveal, recipient: recipient)
        case .unanswered: throw .unanswered(for: caller.program, subject, for: .reveal, recipient: recipient)
        }
        let credential = try await records.credential(of: stored)
        let current = try await TokenRenewal(parts: parts, id: id).current(credential, of: stored.account)
        return try CredentialForm(current, of: stored.account).file()
    }
}
