/// Programs that speak D-Bus on a bare socket, the agent's name in a service file, and the agent under other settings.
extension Rig {
    /// Puts one of the rig's Python programs where its user can run it, and answers its path.
    ///
    /// - Parameter name: what it is called there. To the agent each path is a program of its own.
    package func busProgram(_ script: String, as name: String? = nil) throws(RigError) -> String {
        let scripts = PackageFiles.root + "/Tests/TestRig/Scripts/"
        try folder.copy(scripts + "bus_wire.py", to: "home/bin/bus_wire.py")
        return try folder.copy(scripts + script, to: "home/bin/\(name ?? script)")
    }

    /// Has the bus start the agent by this command line from now on.
    package func activateAgent(by command: String) async throws {
        let file = "[D-BUS Service]\nName=org.acctstore.Agent1\nExec=\(command)\n"
        try await activateAgent(as: file)
    }

    /// Has the bus start the agent as the text of a service file says.
    package func activateAgent(as serviceFile: String) async throws {
        try folder.write(serviceFile, to: "bus-services/org.acctstore.Agent1.service")
        _ = try await bus.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus.ReloadConfig")
    }
}
