import TestRig
import Testing

/// Programs that ask by plain D-Bus and pass no terminal.
extension Rig {
    /// A program that asks for access to post and says what came of it: `granted`, `refused`, or the error.
    ///
    /// - Parameters:
    ///   - times: how many calls it makes at once, each on a connection of its own.
    ///   - patience: milliseconds that it waits for each.
    func askingProgram(_ name: String = "asker", times: Int = 1, patience: Int = 150_000) throws -> String {
        try script(
            name,
            """
            #!/usr/bin/python3
            import os, signal, sys
            from gi.repository import Gio, GLib
            # Python's own exception may come where exceptions are passed over.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
            flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
            loop, left = GLib.MainLoop(), \(times)
            def done(bus, result):
                global left
                try:
                    print("granted" if bus.call_finish(result)[0] else "refused", flush=True)
                except GLib.Error as error:
                    print(error.message, flush=True)
                left -= 1
                if left == 0: loop.quit()
            buses = [Gio.DBusConnection.new_for_address_sync(address, flags, None, None) for _ in range(\(times))]
            for bus in buses:
                bus.call("org.acctstore.Agent1", "/org/acctstore/Agent1", "org.acctstore.Agent1", "RequestAccess",
                    GLib.Variant("(sasa{sv})", ("local", ["write"], {})), None, 0, \(patience), None, done)
            loop.run()

            """)
    }
}

extension Rig {
    /// The process of the one dialog that the agent shows.
    func dialogProcess() async throws -> Int32 {
        var found: Int32?
        try await eventually("a pinentry") {
            found = dialogProcesses.first
            return found != nil
        }
        return try #require(found)
    }

    /// The pinentry programs that run below this rig's agents.
    var dialogProcesses: [Int32] { RigProcesses.children(of: agentPath, named: "pinentry") }
}
