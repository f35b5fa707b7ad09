public import AccountModel

/// The store as one caller sees it. Its operations stand in extensions, by what they are about.
public struct StoreBroker: Broker {
    let parts: StoreParts
    let caller: Caller

    var records: Records { Records(keychain: parts.keychain) }
    var uses: UseRecorder { UseRecorder(parts: parts, caller: caller) }
    var desk: AccessDesk { AccessDesk(parts: parts, caller: caller) }
    var personsCommands: PersonsCommands { PersonsCommands(parts: parts, caller: caller) }
}

// MARK: Requests

extension StoreBroker {
    public func sign(_ request: UnsignedRequest, as account: AccountID) async throws(BrokerError) -> SignedRequest {
        try await uses.recording(.sign, request, as: account) { parts throws(BrokerError) in
            try await AccountRequests(parts: parts, caller: caller).sign(request, as: account)
        }
    }

    public func sign(
        _ request: UnsignedRequest, asSelected selector: AccountSelector?, of service: Service?
    ) async throws(BrokerError) -> SelectedSignature {
        try await uses.recording(.sign, request) { parts throws(BrokerError) in
            let look = try await look()
            let stored = try await pick(selector, of: service, in: look)
            let requests = AccountRequests(parts: parts, caller: caller)
            return SelectedSignature(
                account: stored.account, request: try await requests.sign(request, as: stored, in: look))
        }
    }

    public func perform(
        _ request: UnsignedRequest, body: Body?, as sender: RequestSender
    ) async throws(BrokerError) -> Response {
        try await uses.recording(.perform, request, as: sender.account, outcome: UseRecorder.answered) {
            parts throws(BrokerError) in
            try await RequestDispatch(parts: parts, caller: caller).perform(request, body: body, as: sender)
        }
    }

    public func credential(of account: AccountID, for command: String?) async throws(BrokerError) -> Descriptor {
        try await uses.recording(.reveal, nil, as: account) { parts throws(BrokerError) in
            try await CredentialRequest(parts: parts, caller: caller, command: command).run(of: account)
        }
    }

    public func picture(at url: String) async throws(BrokerError) -> Response {
        try personsCommands.refuseSandbox()
        return try await PictureRequest(parts: parts).fetch(url)
    }

    public func defaultService() async throws(BrokerError) -> Service {
        try parts.settings().defaultService
    }

    public func profile(of service: Service) async throws(BrokerError) -> ServiceProfile {
        try parts.describe(service).profile
    }
}

extension StoreParts {
    /// Throws `notConfigured` for a service that nothing describes, with the way to describe it.
    func describe(_ service: Service) throws(BrokerError) -> ServiceDescription {
        guard let description = try services.description(of: service) else {
            throw try UndescribedService(service: service, services: services).error
        }
        return description
    }

    /// Whether the person wrote the description: only then do the configuration's own authorities count.
    func isDescribedByThePerson(_ service: Service) throws(BrokerError) -> Bool {
        try services.description(of: service)?.source != nil
    }
}

extension RequestSender {
    fileprivate var account: AccountID? {
        if case .account(let id) = self { id } else { nil }
    }
}
