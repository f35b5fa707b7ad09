public import AccountModel

extension ServiceClient {
    /// A client that acts as an account, by the broker that the account came from.
    ///
    /// ```swift
    /// let account = try await broker.select(nil, of: .twitter, for: .write)
    /// let post = try await ServiceClient(as: account, by: broker).post(Draft(PostText("Hello")))
    /// ```
    ///
    /// Throws `notConfigured` where nothing describes the service, or where it speaks a dialect that this client does
    /// not.
    public init(as account: Account, by broker: any Broker) async throws(BrokerError) {
        try self.init(
            actor: .account(account), profile: try await broker.postingProfile(of: account.service), performer: broker,
            noteRejectedCredential: { try? await broker.noteRejectedCredential(of: account.id) })
    }
}
