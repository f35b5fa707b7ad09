internal import AccountStore
internal import GLibBridge

/// The way to the provider, kept from one call to the next: the bus connection, and on it a session.
///
/// A connection that was lost is made anew at the next use.
actor Link {
    private let environment: [String: String]
    private let limits: Limits
    /// Callbacks and clocks.
    private let thread: GLibThread
    /// Waits in libsecret while a session is opened.
    private let blocking = GLibThread(name: "keyring-session")
    private var connection: BusConnection?
    private var session: SecretSession?
    /// Where the last look found what it found.
    private(set) var lastLook: Look.Places?

    init(environment: [String: String], limits: Limits, thread: GLibThread) {
        self.thread = thread
        self.environment = environment
        self.limits = limits
    }

    func provider() async throws(ProviderError) -> Provider {
        if let connection, !connection.isClosed { return Provider(connection: connection, limits: limits) }
        let fresh: BusConnection
        do throws(SessionBusError) {
            fresh = try await .session(environment: environment, on: thread)
        } catch {
            throw ProviderError(KeychainError(error))
        }
        // Another task may have connected meanwhile: keep one.
        if let connection, !connection.isClosed { return Provider(connection: connection, limits: limits) }
        connection = fresh
        return Provider(connection: fresh, limits: limits)
    }

    /// Remembers where to look first; what was there of other schemas, too.
    func note(_ look: Look) {
        var places = Look.Places(collection: look.collection.path, items: look.found)
        if let lastLook, lastLook.collection == places.collection {
            places.items.merge(lastLook.items) { new, _ in new }
        }
        lastLook = places
    }

    /// The session in use, or a new one.
    ///
    /// - Parameter bad: a session that the provider does not accept, not to be given again.
    func session(insteadOf bad: SecretSession? = nil) async throws(ProviderError) -> SecretSession {
        let provider = try await provider()
        if let session, session !== bad, session.connection === provider.connection { return session }
        let fresh = try await open(on: provider)
        session = fresh
        return fresh
    }

    private func open(on provider: Provider) async throws(ProviderError) -> SecretSession {
        // Starts the provider where the bus can; libsecret's proxy does not.
        _ = try await provider.collectionPath(alias: "default")
        let deadline = Deadline(after: limits.call, on: thread)
        do throws(GLibError) {
            return try await blocking.run { () throws(GLibError) in
                try SecretSession.open(on: provider.connection, deadline: deadline)
            }
        } catch {
            throw ProviderError(error)
        }
    }
}
