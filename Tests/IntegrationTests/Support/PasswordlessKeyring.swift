import TestRig

/// A gnome-keyring whose default collection has no password: it keeps its secrets in a key file, in the clear.
///
/// For a rig without a keyring of its own.
struct PasswordlessKeyring {
    private let daemon: RunningProgram

    /// Makes the collection where the rig's home has none yet, else opens the one that is there.
    static func start(on rig: Rig) async throws -> PasswordlessKeyring {
        let control = try rig.folder.makeFolder("run/keyring")
        var program = rig.program([
            "/usr/bin/gnome-keyring-daemon", "--foreground", "--components=secrets", "--control-directory=\(control)",
        ])
        program.environment["G_DEBUG"] = nil
        let daemon = try program.start()
        try await rig.bus.waitForOwner("org.freedesktop.secrets")
        if rig.folder.read("home/.local/share/keyrings/default") == nil {
            let made = try await rig.program(["/usr/bin/python3", "-c", making]).run()
            guard made.status == 0 else { throw RigError("making a collection without a password: \(made.err)") }
        }
        return PasswordlessKeyring(daemon: daemon)
    }

    func stop() async {
        await daemon.stop()
    }

    /// The daemon's own prompt would ask for a password; its internal interface takes an empty one.
    private static let making = """
        import dbus
        service = dbus.SessionBus().get_object("org.freedesktop.secrets", "/org/freedesktop/secrets")
        secrets = "org.freedesktop.Secret.Service"
        session = service.OpenSession("plain", dbus.String("", variant_level=1), dbus_interface=secrets)[1]
        password = dbus.Struct((session, dbus.ByteArray(b""), dbus.ByteArray(b""), "text/plain"), signature="oayays")
        label = {"org.freedesktop.Secret.Collection.Label": dbus.String("open", variant_level=1)}
        internal = dbus.Interface(service, "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface")
        path = internal.CreateWithMasterPassword(dbus.Dictionary(label, signature="sv"), password)
        service.SetAlias("default", path, dbus_interface=secrets)
        """
}
