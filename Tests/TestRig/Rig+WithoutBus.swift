extension Rig {
    /// The environment of a machine without a session bus: what a person has on a console or over SSH.
    ///
    /// - Parameter runtime: the folder that lasts as long as the session, where there is one.
    package func environmentWithoutBus(runtime: String? = nil) -> [String: String] {
        var environment = environment
        for name in ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY"] {
            environment[name] = nil
        }
        environment["XDG_RUNTIME_DIR"] = runtime
        return environment
    }

    /// Makes a runtime folder in which there is no bus.
    package func makeRuntimeFolder() throws(RigError) -> String {
        try folder.makeFolder("session")
    }

    /// Runs `acctstore` on a machine without a session bus, as a program without a terminal.
    package func acctstoreWithoutBus(
        _ arguments: String..., runtime: String? = nil, deadline: Duration = .seconds(60)
    ) async throws -> Outcome {
        var program = program([acctstorePath] + arguments)
        program.environment = environmentWithoutBus(runtime: runtime)
        return try await program.run(deadline: deadline)
    }
}
