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
            noteRejectedCredential: { try? await broker.noteRejectedCredential(of: account.id) },
            logInProtocol: { await broker.logInProtocol(of: account) })
    }
}

extension Broker {
    /// What a service's apps speak, where all speak the same; `nil` where there is more, or it cannot be told.
    package func logInProtocol(ofAppsAt service: Service) async -> LogInProtocol? {
        guard let abilities = try? await services(service).first?.abilities.get(), abilities.protocols.count == 1 else {
            return nil
        }
        return abilities.protocols[0]
    }

    /// What an account logged in by; `nil` where that cannot be told. Nobody is asked for it.
    package func logInProtocol(of account: Account) async -> LogInProtocol? {
        guard let details = try? await details(of: .id(account.id)) else { return nil }
        return details.urls.token == nil ? .oauth1 : .oauth2
    }
}
