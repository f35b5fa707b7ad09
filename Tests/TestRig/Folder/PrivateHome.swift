/// A home of its own inside a temporary folder, with the folders that programs look for.
package struct PrivateHome: Sendable {
    package let path: String
    package let runtime: String

    /// - Parameter session: the name of the runtime folder, of which each log-in has its own.
    package init(in folder: TemporaryFolder, session: String = "run") throws(RigError) {
        path = try folder.makeFolder("home")
        runtime = try folder.makeFolder(session)
    }

    /// The whole environment of a person who has this home, no display and no bus.
    package var environment: [String: String] {
        [
            "HOME": path,
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "G_DEBUG": "fatal-criticals",
            "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_RUNTIME_DIR": runtime,
            // Where nobody listens, unless a test has ``LogindDouble``: never the machine's own.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(runtime)/system-bus",
            "XDG_CONFIG_HOME": path + "/.config",
            "XDG_DATA_HOME": path + "/.local/share",
            "XDG_STATE_HOME": path + "/.local/state",
            "XDG_CACHE_HOME": path + "/.cache",
        ]
    }
}
