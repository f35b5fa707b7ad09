import AccountStore
import CGio
import CLibsoup
import GLibBridge

/// Binds a server to the literal addresses of the loopback interface that a callback's host stands for.
enum LoopbackPort {
    /// - Returns: the port that is bound.
    static func bind(_ server: NetworkObject, to address: CallbackAddress) throws(CallbackTrouble) -> UInt16 {
        let wanted = address.port ?? 0
        switch address.host {
        case "localhost":
            // Browsers look at either address first. Where another program holds the port at one of them, that program
            // would get the answer.
            try listen(server, at: "127.0.0.1", wanted)
            try listen(server, at: "::1", wanted, mayBeAbsent: true)
        case "[::1]": try listen(server, at: "::1", wanted)
        default: try listen(server, at: address.host, wanted)
        }
        guard let port = port(of: server) else {
            throw CallbackTrouble("the system does not tell the port that it gave")
        }
        return port
    }

    /// - Parameter mayBeAbsent: whether a machine without this address is fine.
    private static func listen(
        _ server: NetworkObject, at host: String, _ port: UInt16, mayBeAbsent: Bool = false
    ) throws(CallbackTrouble) {
        guard let socket = unsafe g_inet_socket_address_new_from_string(host, UInt32(port)) else {
            throw CallbackTrouble("\(host) is no address that can be listened at")
        }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(socket)) }
        do throws(GLibError) {
            _ = try withGError { slot in
                unsafe soup_server_listen(
                    server.pointer(as: SoupServer.self), socket, SoupServerListenOptions(rawValue: 0), slot)
            }
        } catch {
            if mayBeAbsent, !error.isInputOutput(G_IO_ERROR_ADDRESS_IN_USE) { return }
            throw trouble(error, host, port)
        }
    }

    private static func trouble(_ error: GLibError, _ host: String, _ port: UInt16) -> CallbackTrouble {
        if error.isInputOutput(G_IO_ERROR_ADDRESS_IN_USE) {
            return CallbackTrouble("port \(port) of \(host) is taken by another program")
        }
        if error.isInputOutput(G_IO_ERROR_PERMISSION_DENIED) {
            return CallbackTrouble("port \(port) of \(host) may not be listened at by you")
        }
        return CallbackTrouble("port \(port) of \(host) cannot be listened at (\(error.message))")
    }

    private static func port(of server: NetworkObject) -> UInt16? {
        let uris = unsafe soup_server_get_uris(server.pointer(as: SoupServer.self))
        defer { unsafe g_slist_free_full(uris) { unsafe g_uri_unref(OpaquePointer($0)) } }
        guard let first = unsafe uris?.pointee.data else { return nil }
        return UInt16(exactly: unsafe g_uri_get_port(OpaquePointer(first)))
    }
}

extension GLibError {
    fileprivate func isInputOutput(_ code: GIOErrorEnum) -> Bool {
        domain == "g-io-error-quark" && self.code == Int(code.rawValue)
    }
}
