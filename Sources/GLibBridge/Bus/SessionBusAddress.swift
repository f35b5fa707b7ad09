internal import CGio
internal import Glibc

/// Why there is no session bus to talk to.
package enum SessionBusError: Error, Hashable, Sendable {
    /// Neither `DBUS_SESSION_BUS_ADDRESS` nor a socket `bus` in `XDG_RUNTIME_DIR`.
    case noAddress
    /// The bus belongs to another user: a program run by `sudo` must not work on that user's accounts.
    case belongsToAnotherUser(name: String)
    /// There is an address, and nobody answers there.
    case unreachable(GLibError)
}

/// Where the person's session bus is. Nothing is ever launched to have one.
package enum SessionBusAddress {
    /// `DBUS_SESSION_BUS_ADDRESS` where it names a socket, else the socket `bus` in `XDG_RUNTIME_DIR`.
    ///
    /// - Parameter user: who must own the socket.
    /// - Throws: `.noAddress`, `.belongsToAnotherUser`.
    package static func find(
        environment: [String: String], user: UInt32 = geteuid()
    ) throws(SessionBusError) -> String {
        // GLib would start a bus of its own for an `autolaunch:` address.
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty, !address.hasPrefix("autolaunch:") {
            if let path = socketPath(of: address) { try check(socket: path, belongsTo: user) }
            return address
        }
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"), !folder.utf8.contains(0),
            owner(ofSocket: folder + "/bus") != nil
        else { throw .noAddress }
        let path = folder + "/bus"
        try check(socket: path, belongsTo: user)
        guard let escaped = unsafe g_dbus_address_escape_value(path) else { throw .noAddress }
        defer { unsafe g_free(escaped) }
        return unsafe "unix:path=" + String(cString: escaped)
    }

    private static func check(socket path: String, belongsTo user: uid_t) throws(SessionBusError) {
        guard let owner = owner(ofSocket: path), owner != user else { return }
        throw .belongsToAnotherUser(name: userName(owner))
    }

    /// The path in an address of the one common form, `unix:path=…`.
    private static func socketPath(of address: String) -> String? {
        let prefix = "unix:path="
        guard address.hasPrefix(prefix) else { return nil }
        let value = address.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" }
        guard let path = unsafe g_uri_unescape_string(String(value), nil) else { return nil }
        defer { unsafe g_free(path) }
        return unsafe String(cString: path)
    }

    private static func owner(ofSocket path: String) -> uid_t? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
        return status.st_uid
    }

    private static func userName(_ uid: uid_t) -> String {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 4096)
        guard unsafe getpwuid_r(uid, &entry, &buffer, buffer.count, &found) == 0, unsafe found != nil,
            let name = unsafe entry.pw_name
        else { return "\(uid)" }
        return unsafe String(cString: name)
    }
}
