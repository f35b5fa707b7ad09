import AccountModel
import AccountStore
import CGio
import CLibsoup
import GLibBridge
import Synchronization

/// The libsoup sessions, one for each way to the network, all on one thread of their own.
final class SessionPool: Sendable {
    /// Two requests with the same way share a session, and so its connections.
    private struct Way: Hashable, Sendable {
        var isLoopback: Bool
        var proxy: String?
        var authorityFile: String?
        var userAgent: String
    }

    let thread = GLibThread(name: "network")
    private let sessions = Mutex<[Way: GObjectReference]>([:])

    func session(
        for target: RequestTarget, request: TransportRequest, settings: TransportSettings
    ) async throws(TransportError) -> GObjectReference {
        let way = Way(
            isLoopback: target.isLoopback, proxy: target.isLoopback ? nil : settings.proxy,
            authorityFile: request.mayUseOwnAuthorities ? settings.authorityFile : nil, userAgent: settings.userAgent)
        if let known = sessions.withLock({ $0[way] }) { return known }
        let made = try await thread.run { () throws(TransportError) in try SessionPool.make(way) }
        return sessions.withLock { sessions in
            if let known = sessions[way] { return known }
            sessions[way] = made
            return made
        }
    }

    private static func make(_ way: Way) throws(TransportError) -> GObjectReference {
        guard let session = unsafe soup_session_new(),
            let reference = unsafe GObjectReference(taking: OpaquePointer(session))
        else { throw TransportError(.invalidRequest, "libsoup gave no session") }
        // Compressed answers would have to be bounded twice; without this feature none is asked for.
        unsafe soup_session_remove_feature_by_type(session, soup_content_decoder_get_type())
        unsafe soup_session_set_user_agent(session, way.userAgent)
        if way.isLoopback {
            // Plain-text credentials for a local server are nobody else's business.
            unsafe soup_session_set_proxy_resolver(session, nil)
        } else if let proxy = way.proxy {
            let resolver = unsafe g_simple_proxy_resolver_new(proxy, nil)
            unsafe soup_session_set_proxy_resolver(session, resolver)
            unsafe g_object_unref(UnsafeMutableRawPointer(resolver))
        }
        if let file = way.authorityFile {
            let database = try authorities(in: file)
            unsafe soup_session_set_tls_database(session, database.pointer(as: GTlsDatabase.self))
        }
        return reference
    }

    /// The authorities in a PEM file. A relative path would give an empty list and only a warning.
    private static func authorities(in file: String) throws(TransportError) -> GObjectReference {
        guard file.hasPrefix("/") else {
            throw TransportError(.invalidRequest, "ca-file=\(file) in the configuration is not an absolute path")
        }
        do {
            let database = try withGError { slot in unsafe g_tls_file_database_new(file, slot) }
            if let reference = unsafe GObjectReference(taking: OpaquePointer(database)) { return reference }
        } catch {
            throw TransportError(.invalidRequest, "ca-file=\(file) in the configuration: \(error.message)")
        }
        throw TransportError(.invalidRequest, "ca-file=\(file) in the configuration cannot be read")
    }
}
