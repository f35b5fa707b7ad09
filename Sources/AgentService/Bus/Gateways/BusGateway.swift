internal import AccountModel
internal import AgentProtocol
internal import GLibBridge
internal import Synchronization

/// The agent's place on the session's bus, which tells who its callers are.
final class BusGateway: Gateway {
    private let bus: BusConnection
    private let registrations = Mutex<[BusRegistration]>([])

    init(_ bus: BusConnection) {
        self.bus = bus
    }

    func open(_ receive: @escaping @Sendable (BusRequest) -> Void) async throws(GLibError) {
        let made = try await bus.exportAgent(receive)
        registrations.withLock { $0 = made }
    }

    func peer(named name: String) async throws(BrokerError) -> Peer {
        guard let answer = try? await bus.callBus("GetConnectionCredentials", [.string(name)]),
            let credentials = answer[0]?.dictionary
        else { throw .unknownCaller }
        let pidfd = answer.descriptor(credentials["ProcessFD"])?.take().map { Descriptor(owning: $0) }
        guard let peer = Peer(named: name, credentials: credentials, pidfd: pidfd) else { throw .unknownCaller }
        return peer
    }

    func isStill(_ peer: Peer) async -> Bool {
        let answer = try? await bus.callBus("GetConnectionUnixProcessID", [.string(peer.uniqueName)])
        return answer?[0]?.uint32 == UInt32(bitPattern: peer.pid)
    }

    /// The bus is asked, since its signal may be on the way.
    func isConnected(_ name: String) async -> Bool {
        guard let answer = try? await bus.callBus("NameHasOwner", [.string(name)]) else { return false }
        return answer[0]?.boolean == true
    }

    func watchEnd(of name: String, _ ended: @escaping @Sendable () async -> Void) async -> Task<Void, Never> {
        let owners = await bus.ownerChanges(of: name)
        return Task {
            for await owner in owners where owner == nil { break }
            if !Task.isCancelled { await ended() }
        }
    }

    func tell(_ name: String, signal: String, _ arguments: [Variant]) {
        try? bus.emit(
            path: AgentNames.path, interface: AgentInterface.agent.rawValue, signal: signal, arguments: arguments,
            to: name)
    }

    func takeovers() async -> AsyncStream<Void> {
        await bus.losses(of: AgentNames.bus)
    }

    /// The next call of whoever is connected starts another agent.
    func waitUntilDeserted() async {}

    func waitUntilClosed() async {
        await bus.waitUntilClosed()
    }

    func retire() async {
        // A bus that does not answer has no more calls for us.
        _ = try? await bus.callBus("ReleaseName", [.string(AgentNames.bus)], timeout: .milliseconds(200))
    }

    func close() async {
        await bus.close()
        takeDown()
    }

    /// Takes the agent's object off the bus.
    func takeDown() {
        registrations.withLock { $0 = [] }
    }
}

extension BusConnection {
    /// Puts up the agent's object with its interfaces, for as long as the result is kept.
    func exportAgent(_ receive: @escaping @Sendable (BusRequest) -> Void) async throws(GLibError) -> [BusRegistration] {
        var registrations: [BusRegistration] = []
        for xml in [InterfaceDescription.agent, InterfaceDescription.manager] {
            registrations.append(try await export(path: AgentNames.path, xml: xml, handler: receive))
        }
        return registrations
    }
}
