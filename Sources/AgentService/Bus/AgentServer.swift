internal import AccountModel
internal import AccountStore
internal import AgentProtocol
internal import GLibBridge

/// The agent's object: takes calls, finds out who makes them, and answers from the store.
final class AgentServer: Sendable {
    let requests: RequestBook
    private let gateway: any Gateway
    private let parts: AgentParts
    private let connections: Connections
    private let turns: ProgramTurns
    private let thread: GLibThread

    init(at gateway: any Gateway, thread: GLibThread, parts: AgentParts) {
        self.gateway = gateway
        self.parts = parts
        self.thread = thread
        requests = RequestBook()
        connections = Connections(at: gateway, parts: parts, requests: requests)
        turns = ProgramTurns(thread: thread)
    }

    /// Takes calls from when this returns. Ask for a name after that: they may come at once.
    func open() async throws(GLibError) {
        try await gateway.open { self.receive($0) }
    }

    /// Tells programs what changed, each what concerns it. Returns when the store is let go.
    func announceChanges() async {
        for await change in parts.changes {
            let (signal, service) =
                switch change {
                case .accounts(let service): ("AccountsChanged", service)
                case .access(_, let service): ("AccessChanged", service)
                }
            for name in await connections.tell(of: change) {
                gateway.tell(name, signal: signal, [.string(service.description)])
            }
        }
    }

    /// Stops what is still worked on, watches nobody any more, and keeps no secret.
    func stop() async {
        requests.cancelAll()
        parts.forgetSecrets()
        await connections.endAll()
    }

    /// Takes a call, on the GLib thread.
    private func receive(_ request: BusRequest) {
        if request.interface == VersionProperty.interface {
            VersionProperty.answer(request)
            identifyEarly(request.sender)
            return
        }
        guard let handler = MethodTable.all.handler(interface: request.interface, method: request.method) else {
            request.fail(BrokerError(.invalidArgument, "there is no method \(request.method)"))
            return
        }
        guard !request.isTooLarge else {
            request.fail(
                BrokerError(
                    .invalidArgument, "the arguments are too long",
                    nextStep: "send a long body through the descriptor of Perform"))
            return
        }
        let number: RequestBook.Number
        do throws(BrokerError) {
            number = try requests.begin(request, isWrite: request.mayWrite)
        } catch {
            request.fail(error)
            return
        }
        // Where the answers arrive that it will wait for.
        let task = Task(executorPreference: thread) { await self.answer(request, number, handler) }
        requests.attach(task, to: number)
    }

    private func answer(
        _ request: BusRequest, _ number: RequestBook.Number, _ handler: MethodTable.Handler
    ) async {
        do throws(BrokerError) {
            try await work(on: request, number, handler)
        } catch {
            requests.noteAnswered(number, isSending: false)
            request.fail(requests.answer(for: error, isWrite: request.mayWrite))
        }
        requests.end(number)
    }

    /// Who asks for the version is about to ask for more: finds out who it is while that is on its way.
    private func identifyEarly(_ sender: String) {
        Task(executorPreference: thread) {
            await self.connections.identify(sender)
        }
    }

    private func work(
        on request: BusRequest, _ number: RequestBook.Number, _ handler: MethodTable.Handler
    ) async throws(BrokerError) {
        let reader = MessageReader(request.message, hasOptions: true)
        let options: CallOptions
        do throws(MalformedMessage) {
            options = try CallOptions(from: reader)
        } catch {
            throw error.asInvalidArgument
        }
        let timer = options.timeout.map { seconds in
            GLibTimer(after: .seconds(seconds), on: thread) { self.requests.cancel(number) }
        }
        var caller = try await connections.caller(
            of: request.sender, terminal: options.terminal, interactive: options.interactive)
        if let writer = options.trace { caller.trace = { TraceChannel.write($0, to: writer) } }
        let pump = try await turns.take(.init(caller)) { () async throws(BrokerError) in
            let context = RequestContext(
                broker: parts.broker(caller), sender: request.sender, requests: requests, number: number,
                connections: connections)
            return try await Caller.working(for: caller) { () async throws(BrokerError) in
                try await handler(reader, context)
            }
        }.give(to: request) { pump in
            timer?.cancel()
            requests.noteAnswered(number, isSending: pump != nil)
        }
        await finish(pump)
    }

    /// Waits until a body was handed over; lets go of it where the request is cancelled.
    private func finish(_ pump: BodyChannel.Pump?) async {
        guard let pump else { return }
        await withTaskCancellationHandler {
            _ = await pump.value
        } onCancel: {
            pump.cancel()
        }
    }
}

extension Reply {
    /// Answers the request, and lets go of the descriptors that went along: whoever sends a body would not see that its
    /// reader has gone as long as the reader's end is open here too.
    ///
    /// - Returns: what still sends a body.
    fileprivate consuming func give(
        to request: BusRequest, before: (BodyChannel.Pump?) -> Void
    ) -> BodyChannel.Pump? {
        before(pump)
        withExtendedLifetime(message.descriptors) {
            request.reply(message.arguments, descriptors: message.descriptors.map(\.rawValue))
        }
        return pump
    }
}

extension BusRequest {
    /// Whether something may be done at a service that must not be done twice.
    fileprivate var mayWrite: Bool {
        method == Perform.name && Permissions(method: message[1]?.string ?? "") != .read
    }
}
