internal import AccountModel
internal import AgentProtocol

extension MethodTable {
    /// Every method of both interfaces.
    static let all: MethodTable = {
        var table = MethodTable()
        table.serveAgent()
        table.serveManager()
        return table
    }()

    /// `org.acctstore.Agent1`
    private mutating func serveAgent() {
        serve(ListAccounts.self) { (call, context) async throws(BrokerError) -> [Account] in
            if call.watch {
                await context.watch()
                // What changes after this look is told, and what changed before the next one is in the answer.
                await context.told(of: try await context.broker.accounts(of: call.service))
            }
            let accounts = try await context.broker.accounts(of: call.service)
            await context.told(of: accounts)
            return accounts
        }
        serve(RequestAccess.self) { (call, context) async throws(BrokerError) -> Bool in
            try await context.broker.requestAccess(to: call.target, of: call.service, for: call.permissions)
        }
        serve(Sign.self) { (call, context) async throws(BrokerError) -> Sign.Answer in
            Sign.Answer(try await context.broker.sign(call.request, as: call.account))
        }
        serve(Perform.self) { (call, context) async throws(BrokerError) -> Perform.Answer in
            try await context.perform(call.request, body: call.body, as: .account(call.account))
        }
        serve(GetCredential.self) { (call, context) async throws(BrokerError) -> Descriptor in
            try await context.broker.credential(of: call.account, for: call.command)
        }
        serve(Renew.self) { (call, context) async throws(BrokerError) -> Renewal.Outcome in
            try await context.broker.renew(call.account).outcome
        }
        serve(Lock.self) { (_, context) async throws(BrokerError) in
            try await context.broker.lock(keyring: false)
        }
        serve(Unlock.self) { (call, context) async throws(BrokerError) in
            try await context.broker.unlock(passphrase: call.passphrase.ifAny)
        }
    }
}

extension RequestContext {
    /// Sends a request with a body that comes through a descriptor, as the answer's goes.
    func perform(
        _ request: UnsignedRequest, body: Descriptor, as sender: RequestSender
    ) async throws(BrokerError) -> Perform.Answer {
        let cut = BrokerError(.invalidArgument, "the body of the request was cut short")
        let received = BodyChannel.receive(body, failure: cut).map { endingWithCaller($0, cut) }
        return try await answer(try await broker.perform(request, body: received, as: sender))
    }

    /// A pipe ends alike when its program has written all and when it was killed: the end counts only as long as the bus
    /// still has the program's connection, or half a body would pass for a whole one.
    private func endingWithCaller(_ body: Body, _ cut: BrokerError) -> Body {
        guard body.count == nil else { return body }
        return Body { [connections, sender] () async throws(BrokerError) in
            if let chunk = try await body.next() { return chunk }
            guard await connections.isConnected(sender) else { throw cut }
            return nil
        }
    }

    /// The answer of a service with its body on the way.
    func answer(_ response: Response) async throws(BrokerError) -> Perform.Answer {
        let outgoing = try await BodyChannel.sendArriving(response.body)
        return Perform.Answer(
            status: response.status, headers: response.headers, body: outgoing.descriptor, pump: outgoing.pump)
    }
}
