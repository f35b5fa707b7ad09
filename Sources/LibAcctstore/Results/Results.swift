internal import AccountModel
internal import AgentClient
internal import CAcctstore

/// What is given out, as the structures of the C interface.
extension Arena {
    static func place(_ accounts: [Account]) -> UnsafeMutablePointer<acctstore_accounts> {
        let arena = Arena()
        // Pointers to the accounts, so that they can grow.
        let items = unsafe accounts.map { unsafe arena.array([arena.account($0)]) }
        return unsafe arena.place(acctstore_accounts(count: accounts.count, items: arena.array(items)))
    }

    static func place(_ signed: SignedRequest) -> UnsafeMutablePointer<acctstore_signed_request> {
        let arena = Arena()
        let body = signed.body ?? []
        return unsafe arena.place(
            acctstore_signed_request(
                method: arena.text(signed.method), url: arena.text(signed.url), header_count: signed.headers.count,
                headers: arena.fields(signed.headers), body: arena.array(body), body_length: body.count))
    }

    /// - Parameter body: a descriptor that now belongs to the response.
    static func place(
        _ response: AgentBroker.StreamedResponse, body: Int32
    ) -> UnsafeMutablePointer<acctstore_response> {
        let arena = Arena()
        return unsafe arena.place(
            acctstore_response(
                status: UInt32(clamping: response.status), header_count: response.headers.count,
                headers: arena.fields(response.headers), body: body))
    }

    private func account(_ account: Account) -> acctstore_account {
        unsafe acctstore_account(
            id: text(account.id.description), service: text(account.service.description), app: text(account.app),
            username: optionalText(account.username), user_id: optionalText(account.userID),
            description: optionalText(account.description),
            number: UInt32(clamping: account.number), is_default: account.isDefault ? 1 : 0,
            needs_login: account.state == .needsLogin ? 1 : 0, asks_always: account.ask == .always ? 1 : 0)
    }

    private func fields(_ fields: [HeaderField]) -> UnsafePointer<acctstore_field>? {
        unsafe array(fields.map { unsafe acctstore_field(name: text($0.name), value: text($0.value)) })
    }
}
