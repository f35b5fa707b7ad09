/// A second log-in of the rig's person on the same machine: a session bus, a keyring and a runtime folder of its own, over the
/// same home.
package struct SecondSession: Sendable {
    package let bus: PrivateBus
    package let keyring: GnomeKeyring

    /// What every program of this session has.
    package var environment: [String: String] { bus.environment }

    fileprivate func stop() async {
        await keyring.stop()
        await bus.stop()
    }
}

extension Rig {
    /// Has the person log in a second time while `body` runs.
    package func withSecondSession<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: (SecondSession) async throws -> Value
    ) async throws -> Value {
        var more = environment
        for name in ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DBUS_SYSTEM_BUS_ADDRESS"] { more[name] = nil }
        let bus = try await PrivateBus.start(
            in: folder, session: "run2", environment: more, activatable: ["org.acctstore.Agent1": agentPath])
        let session = SecondSession(bus: bus, keyring: try await GnomeKeyring.start(on: bus))
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(session))
        } catch {
            result = .failure(error)
        }
        await session.stop()
        return try result.get()
    }
}
