package import AccountModel
package import GLibBridge

extension SessionBusError {
    /// In words for the person.
    package var explained: BrokerError {
        let start = "dbus-run-session -- bash"
        switch self {
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
