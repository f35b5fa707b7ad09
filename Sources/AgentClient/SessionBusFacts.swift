package import AccountModel
internal import AgentProtocol
internal import GLibBridge

/// What the session's bus tells of those that matter here, without an agent.
package struct SessionBusFacts: Hashable, Sendable {
    /// Whether the bus can start the agent.
    package var startsAgent: Bool
    /// Whether a program keeps secrets now.
    package var hasKeyring: Bool
    /// Whether the bus can start one.
    package var startsKeyring: Bool
    /// Whether systemd serves the session.
    package var hasSystemd: Bool

    package init(startsAgent: Bool, hasKeyring: Bool, startsKeyring: Bool, hasSystemd: Bool) {
        self.startsAgent = startsAgent
        self.hasKeyring = hasKeyring
        self.startsKeyring = startsKeyring
        self.hasSystemd = hasSystemd
    }
}

extension AgentClient {
    /// `nil` where there is no session bus. Nothing is started.
    ///
    /// Throws `unavailable` for a bus of another user, or one that does not answer.
    package static func busFacts(
        _ options: ConnectionOptions = ConnectionOptions()
    ) async throws(BrokerError) -> SessionBusFacts? {
        guard let bus = try await BusConnection.session(options) else { return nil }
        let (running, startable): (Set<String>, Set<String>)
        do throws(GLibError) {
            running = Set(try await bus.callBus("ListNames")[0]?.strings ?? [])
            startable = Set(try await bus.callBus("ListActivatableNames")[0]?.strings ?? [])
        } catch {
            throw SessionBusError.unreachable(error).explained(in: options.environment)
        }
        let keyring = "org.freedesktop.secrets"
        return SessionBusFacts(
            startsAgent: startable.contains(AgentNames.bus), hasKeyring: running.contains(keyring),
            startsKeyring: startable.contains(keyring), hasSystemd: running.contains("org.freedesktop.systemd1"))
    }
}
