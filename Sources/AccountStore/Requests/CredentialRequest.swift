import AccountModel

/// Gives a program the credential itself, once the person said that it may have it.
///
/// At a terminal that is asked at every use: what stands on a screen or in an environment is out of the store's hands.
struct CredentialRequest: Sendable {
    let parts: StoreParts
    let caller: Caller

    private var records: Records { Records(keychain: parts.keychain) }
    private var desk: AccessDesk { AccessDesk(parts: parts, caller: caller) }

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
        case .denied: throw .denied(to: caller.program, subject, for: .reveal)
        case .unanswered: throw .unanswered(for: caller.program, subject, for: .reveal)
        }
        return try CredentialForm(try await records.credential(of: stored), of: stored.account).file()
    }
}
