public import AccountModel

/// The store as one caller sees it.
public struct StoreBroker: Broker {
    let parts: StoreParts
    let caller: Caller

    public func accounts(of service: Service?) async throws(BrokerError) -> [Account] { throw notYet }
    public func select(
        _ selector: AccountSelector?, of service: Service?, for permissions: Permissions
    ) async throws(BrokerError) -> Account { throw notYet }
    public func requestAccess(
        to target: GrantTarget, of service: Service, for permissions: Permissions
    ) async throws(BrokerError) -> Bool { throw notYet }
    public func sign(_ request: UnsignedRequest, as account: AccountID) async throws(BrokerError) -> SignedRequest {
        throw notYet
    }
    public func perform(
        _ request: UnsignedRequest, body: Body?, as account: AccountID
    ) async throws(BrokerError) -> Response { throw notYet }
    public func profile(of service: Service) async throws(BrokerError) -> ServiceProfile { throw notYet }
    public func noteRejectedCredential(of account: AccountID) async throws(BrokerError) { throw notYet }
    public func apps() async throws(BrokerError) -> [App] { throw notYet }
    public func setApp(_ app: App, secret: Descriptor) async throws(BrokerError) { throw notYet }
    public func removeApp(_ name: String, of service: Service) async throws(BrokerError) { throw notYet }
    public func beginLogIn(_ request: LogInRequest) async throws(BrokerError) -> LogInStep { throw notYet }
    public func continueLogIn(
        _ handle: LogInHandle, with answer: LogInAnswer
    ) async throws(BrokerError) -> LogInStep { throw notYet }
    public func cancelLogIn(_ handle: LogInHandle) async {}
    public func details(of selector: AccountSelector) async throws(BrokerError) -> AccountDetails { throw notYet }
    public func update(
        _ selector: AccountSelector, with changes: AccountChanges
    ) async throws(BrokerError) -> Account { throw notYet }
    public func remove(
        _ selector: AccountSelector, revoke: Bool, confirmed: Bool
    ) async throws(BrokerError) -> RemovalOutcome { throw notYet }
    public func grants() async throws(BrokerError) -> [GrantListing] { throw notYet }
    public func grant(_ request: GrantRequest) async throws(BrokerError) -> GrantListing { throw notYet }
    public func revoke(_ program: ProgramIdentity, target: GrantTarget) async throws(BrokerError) -> Int {
        throw notYet
    }

    private var notYet: BrokerError { BrokerError(.failed, "this is not part of the store yet") }
}
