internal import AccountModel
internal import AgentProtocol
internal import GLibBridge
internal import Glibc

/// The person's session bus, and words for its absence.
enum SessionBus {
    static func connect(_ options: ConnectionOptions) async throws(BrokerError) -> BusConnection {
        do throws(SessionBusError) {
            return try await BusConnection.session(
                environment: options.environment, on: GLibThread(name: "agent-client"))
        } catch {
            throw explanation(of: error)
        }
    }

    private static func explanation(of error: SessionBusError) -> BrokerError {
        let start = "start a session bus with: dbus-run-session -- bash"
        switch error {
        case .noAddress:
            return BrokerError(
                .unavailable,
                "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set, and XDG_RUNTIME_DIR has no bus",
                nextStep: start)
        case .belongsToAnotherUser(let name):
            return BrokerError(
                .unavailable, "the session bus belongs to \(name), and this program runs as another user",
                nextStep: "run it as \(name), without sudo")
        case .unreachable(let cause):
            return BrokerError(.unavailable, "the session bus does not answer: \(cause.message)", nextStep: start)
        }
    }
}
