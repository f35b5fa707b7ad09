package import AccountModel
package import GLibBridge

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

    /// A vault needs no bus: none at all is better for it than one that gives no answer. Where it is not what is in use, or
    /// another bus would be found then, nothing is won.
    private static func goingWithout(_ environment: [String: String]) -> String? {
        let variable = "DBUS_SESSION_BUS_ADDRESS"
        var without = environment
        guard without.removeValue(forKey: variable) != nil, keepsVault(environment) else { return nil }
        do throws(SessionBusError) {
            _ = try SessionBusAddress.find(environment: without)
            return nil
        } catch {
            return error == .noAddress ? "unset \(variable)" : nil
        }
    }

    /// Whether the configuration says so. One that cannot be read is told elsewhere, and says nothing here.
    private static func keepsVault(_ environment: [String: String]) -> Bool {
        guard let path = PersonalFolder.configurationFile({ environment[$0] }), let file = try? KeyFile.read(path: path)
        else { return false }
        return file.string("keychain", in: "acctstore") == KeychainKind.vault.rawValue
    }
}
