public import AccountModel
internal import AgentProtocol

/// The broker over D-Bus: every operation is one call of the agent.
///
/// An agent that ends, or does not answer in time, is `unavailable`; for a request that writes it is
/// `outcomeUnknown`. Nothing is sent twice.
public struct AgentBroker: Broker {
    let link: AgentLink

    /// What changes from now on, in accounts that this program may see and in what it may do with them.
    ///
    /// Throws what ``accounts(of:)`` throws.
    public var changes: AgentChanges {
        get async throws(BrokerError) { AgentChanges(try await link.changes()) }
    }

    public func accounts(of service: Service?) async throws(BrokerError) -> [Account] {
        try await link.call(ListAccounts(service: service))
    }

    public func select(
        _ selector: AccountSelector?, of service: Service?, for permissions: Permissions
    ) async throws(BrokerError) -> Account {
        try await link.call(Select(selector: selector, service: service, permissions: permissions))
    }

    public func requestAccess(
        to target: GrantTarget, of service: Service, for permissions: Permissions
    ) async throws(BrokerError) -> Bool {
        try await link.call(RequestAccess(target: target, service: service, permissions: permissions))
    }

    public func sign(_ request: UnsignedRequest, as account: AccountID) async throws(BrokerError) -> SignedRequest {
        try await link.call(Sign(account: account, request: request)).signed(method: request.method)
    }

    public func sign(
        _ request: UnsignedRequest, asSelected selector: AccountSelector?, of service: Service?
    ) async throws(BrokerError) -> SelectedSignature {
        let answer = try await link.call(SignSelected(selector: selector, service: service, request: request))
        return SelectedSignature(account: answer.account, request: answer.signed.signed(method: request.method))
    }

    public func perform(
        _ request: UnsignedRequest, body: Body?, as sender: RequestSender
    ) async throws(BrokerError) -> Response {
        let isWrite = Permissions(method: request.method) != .read
        let outgoing = try await BodyChannel.send(body)
        let call = PerformAs(sender: sender, request: request, body: outgoing.descriptor)
        let answer: Perform.Answer
        do throws(BrokerError) {
            answer = try await link.call(call, isWrite: isWrite)
        } catch {
            // What stopped our own body is the cause where there is such a thing.
            outgoing.pump?.cancel()
            throw await outgoing.pump?.value ?? error
        }
        // What is left of the body goes on by itself, until it is whole or the agent has closed its end.
        let cut = BrokerError(
            isWrite ? .outcomeUnknown : .serviceRefused, "the answer of the service was cut short, or took too long",
            nextStep: isWrite ? "look at the account before you send it again" : "try again")
        return answer.response(failure: cut)
    }

    public func credential(of account: AccountID, for command: String?) async throws(BrokerError) -> Descriptor {
        try await link.call(GetCredential(account: account, command: command))
    }

    public func picture(at url: String) async throws(BrokerError) -> Response {
        let cut = BrokerError(.serviceRefused, "the picture was cut short", nextStep: "try again")
        return try await link.call(GetPicture(url: url)).response(failure: cut)
    }

    public func renew(_ account: AccountID) async throws(BrokerError) -> Renewal {
        try await link.call(RenewAccount(account: account))
    }

    public func learn(
        _ person: VerifiedPerson, of account: AccountID, merging: Bool
    ) async throws(BrokerError) -> VerificationOutcome {
        try await link.call(Learn(account: account, person: person, merging: merging))
    }

    public func overview(
        _ selector: AccountSelector?, of service: Service?
    ) async throws(BrokerError) -> StoreOverview {
        try await link.call(GetOverview(selector: selector, service: service))
    }

    public func findings() async throws(BrokerError) -> [Finding] {
        try await link.call(Examine())
    }

    public func names() async -> KnownNames {
        (try? await link.call(GetNames())) ?? KnownNames()
    }

    public func defaultService() async throws(BrokerError) -> Service {
        try await link.call(GetDefaultService())
    }

    public func profile(of service: Service) async throws(BrokerError) -> ServiceProfile {
        try await link.call(GetProfile(service: service, asksLimits: false))
    }

    public func postingProfile(of service: Service) async throws(BrokerError) -> ServiceProfile {
        try await link.call(GetProfile(service: service, asksLimits: true))
    }

    public func services(_ service: Service?) async throws(BrokerError) -> [ServiceListing] {
        try await link.call(ListServices(service: service))
    }

    public func lock(keyring: Bool) async throws(BrokerError) {
        if keyring { try await link.call(LockKeyring()) } else { try await link.call(Lock()) }
    }

    public func unlock(passphrase: Descriptor?) async throws(BrokerError) {
        try await link.call(Unlock(passphrase: try passphrase.orNothing(), isRepeatable: passphrase == nil))
    }

    public func noteRejectedCredential(of account: AccountID) async throws(BrokerError) {
        try await link.call(NoteRejected(account: account))
    }
}

extension Perform.Answer {
    /// - Parameter failure: the error of a body that ends before its time.
    fileprivate func response(failure: BrokerError) -> Response {
        Response(
            status: status, headers: headers,
            body: BodyChannel.receive(body, failure: failure) ?? Body(count: 0) { nil })
    }
}
