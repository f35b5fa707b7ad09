package import AccountModel
package import GLibBridge
internal import Glibc

extension SessionBusError {
    /// In words for the person.
    ///
    /// - Parameter environment: of the session that the bus is of.
    package func explained(in environment: [String: String]) -> BrokerError {
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
            return BrokerError(
                .unavailable, "the session bus does not answer: \(cause.message)",
                nextStep: [SessionBusError.goingWithout(environment), start].compactMap(\.self).joined(separator: "\n"))
        }
    }

    /// A vault needs no bus: none at all is better for it than one that gives no answer.
    private static func goingWithout(_ environment: [String: String]) -> String? {
        let variable = "DBUS_SESSION_BUS_ADDRESS"
        func folder(_ name: String, _ rest: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 + rest : nil }
        }
        guard environment[variable] != nil,
            let data = folder("XDG_DATA_HOME", "") ?? folder("HOME", "/.local/share")
        else { return nil }
        // SAFETY: the path is a C string for the length of the call.
        return unsafe access("\(data)/acctstore/vault", F_OK) == 0 ? "unset \(variable)" : nil
    }
}
