import AccountModel
import AccountStore
import CGio
import CLibsoup
import GLibBridge
import Synchronization

/// The libsoup sessions, one for each way to the network, all on one thread of their own.
final class SessionPool: Sendable {
    /// Two requests with the same way share a session.
    private struct Way: Hashable, Sendable {
        var isLoopback: Bool
        var proxy: String?
        var authorityFile: String?
        var userAgent: String
    }

    let thread = GLibThread(name: "network")
    private let sessions = Mutex<[Way: NetworkObject]>([:])

    func session(
        for target: RequestTarget, request: TransportRequest, settings: TransportSettings
    ) async throws(TransportError) -> NetworkObject {
        let way = Way(
            isLoopback: target.isLoopback, proxy: target.isLoopback ? nil : settings.proxy,
            authorityFile: request.mayUseOwnAuthorities ? settings.authorityFile : nil, userAgent: settings.userAgent)
        if let known = sessions.withLock({ $0[way] }) { return known }
        return try await thread.run { () throws(TransportError) in
            // The thread does one thing after the other, so no two make a session of the same way.
            if let known = self.sessions.withLock({ $0[way] }) { return known }
            let made = try SessionPool.make(way, on: self.thread)
            self.sessions.withLock { $0[way] = made }
            return made
        }
    }

    private static func make(_ way: Way, on thread: GLibThread) throws(TransportError) -> NetworkObject {
        guard let reference = unsafe NetworkObject(taking: newSession(), on: thread) else {
            throw TransportError(.invalidRequest, "libsoup gave no session")
        }
        let session = unsafe reference.pointer(as: SoupSession.self)
        // Compressed answers would have to be bounded twice; without this feature none is asked for.
        unsafe soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
        unsafe soup_session_set_user_agent(session, way.userAgent)
        unsafe ProxyChallenges.limit(in: session)
        if way.isLoopback {
            // Plain-text credentials for a local server are nobody else's business.
            unsafe soup_session_set_proxy_resolver(session, nil)
        } else if let proxy = way.proxy {
            try checkProxy(proxy)
            let resolver = unsafe g_simple_proxy_resolver_new(proxy, nil)
            unsafe soup_session_set_proxy_resolver(session, resolver)
            unsafe g_object_unref(UnsafeMutableRawPointer(resolver))
        }
        if let file = way.authorityFile {
            let database = try authorities(in: file)
            withExtendedLifetime(database) {
                unsafe soup_session_set_tls_database(session, database.pointer(as: GTlsDatabase.self))
            }
        }
        return reference
    }

    /// libsoup's own limits are two connections to a host and ten in all, settable only at the birth of a session: a
    /// program that does not read its answers would hold up all others.
    private static func newSession() -> OpaquePointer? {
        let type = unsafe g_type_from_name("gint")
        var limits = [GValue(), GValue()]
        for index in limits.indices {
            unsafe g_value_init(&limits[index], type)
            unsafe g_value_set_int(&limits[index], Int32(UInt16.max))
        }
        return unsafe "max-conns".withCString { all in
            unsafe "max-conns-per-host".withCString { perHost in
                var names: [UnsafePointer<CChar>?] = unsafe [all, perHost]
                return unsafe OpaquePointer(
                    g_object_new_with_properties(soup_session_get_type(), UInt32(limits.count), &names, limits))
            }
        }
    }

    /// GLib takes anything for a proxy and finds out with the first request. A proxy's password is never shown.
    private static func checkProxy(_ proxy: String) throws(TransportError) {
        guard let reading = URLReading(proxy), !reading.host.isEmpty,
            ["http", "https", "socks", "socks4", "socks4a", "socks5"].contains(reading.scheme)
        else {
            throw TransportError(
                .invalidRequest, "the proxy in the configuration is not a URL such as http://127.0.0.1:3128")
        }
    }

    /// The authorities in a PEM file. For a relative path, or a file with no certificate, GLib would trust nobody and
    /// not say why.
    private static func authorities(in file: String) throws(TransportError) -> GObjectReference {
        let shown = "ca-file=\(OneLine.visible(file)) in the configuration"
        guard file.hasPrefix("/") else {
            throw TransportError(.invalidRequest, "\(shown) is not an absolute path")
        }
        do {
            let list = try withGError { slot in unsafe g_tls_certificate_list_new_from_file(file, slot) }
            guard let list = unsafe list else {
                throw TransportError(.invalidRequest, "\(shown) holds no certificate")
            }
            unsafe g_list_free_full(list, { unsafe g_object_unref($0) })
            let database = try withGError { slot in unsafe g_tls_file_database_new(file, slot) }
            if let reference = unsafe GObjectReference(taking: OpaquePointer(database)) { return reference }
        } catch let error as GLibError {
            throw TransportError(.invalidRequest, "\(shown): \(error.message)")
        } catch let error as TransportError {
            throw error
        } catch {}
        throw TransportError(.invalidRequest, "\(shown) cannot be read")
    }
}
