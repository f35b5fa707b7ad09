public import AccountModel
internal import AgentProtocol

/// The person's commands.
extension AgentBroker {
    public func apps() async throws(BrokerError) -> [App] {
        try await link.call(ListApps())
    }

    public func setApp(_ app: App, secret: AppSecret) async throws(BrokerError) {
        try await link.call(SetApp(app: app, secret: secret))
    }

    public func setCallback(
        _ callback: String, ofApp name: String, of service: Service
    ) async throws(BrokerError) {
        try await link.call(SetCallback(callback, ofApp: name, of: service))
    }

    public func removeApp(_ name: String, of service: Service) async throws(BrokerError) {
        try await link.call(RemoveApp(app: name, service: service))
    }

    public func details(of selector: AccountSelector) async throws(BrokerError) -> AccountDetails {
        try await link.call(GetAccount(selector: selector))
    }

    public func update(
        _ selector: AccountSelector, with changes: AccountChanges
    ) async throws(BrokerError) -> Account {
        try await link.call(UpdateAccount(selector: selector, changes: changes))
    }

    public func remove(
        _ selector: AccountSelector, revoke: Bool, confirmed: Bool
    ) async throws(BrokerError) -> RemovalOutcome {
        try await link.call(RemoveAccount(selector: selector, revoke: revoke, confirmed: confirmed))
    }

    public func grants() async throws(BrokerError) -> [GrantListing] {
        try await link.call(ListGrants())
    }

    public func grant(_ request: GrantRequest) async throws(BrokerError) -> GrantListing {
        try await link.call(GrantAccess(request: request))
    }

    public func revoke(_ program: ProgramIdentity, target: GrantTarget) async throws(BrokerError) -> Int {
        try await link.call(RevokeAccess(program: program, target: target))
    }

    public func accessLog(_ query: AccessLogQuery) async throws(BrokerError) -> AccessLogExcerpt {
        try await link.call(GetAccessLog(query: query))
    }
}
