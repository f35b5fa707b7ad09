internal import AccountStore
internal import GLibBridge

/// The way to the provider, kept from one call to the next: the bus connection, and on it a session.
///
/// A connection that was lost is made anew at the next use. Its session is opened at once: agreeing on a key takes both
/// sides as long as all the rest of a request, during which it can go on.
actor Link {
    private typealias Connecting = Task<Result<BusConnection, ProviderError>, Never>
    private typealias Opening = Task<Result<SecretSession, ProviderError>, Never>

    private let environment: [String: String]
    private let limits: Limits
    private let gate = CallGate()
    /// Callbacks and clocks.
    private let thread: GLibThread
    /// Waits in libsecret while a session is opened.
    private let blocking = GLibThread(name: "keyring-session")
    /// Both are kept while they may still lead to something, so that requests at the same time share one.
    private var connecting: Connecting?
    private var opening: Opening?
    /// Where the last look found what it found.
    private(set) var lastLook: Look.Places?
    /// To be used first.
    private var given: BusConnection?
    nonisolated let watch = KeyringWatch()

    init(environment: [String: String], limits: Limits, thread: GLibThread, connection: BusConnection? = nil) {
        given = connection
        self.thread = thread
        self.environment = environment
        self.limits = limits
    }

    func provider() async throws(ProviderError) -> Provider {
        if let known = connecting {
            if case .success(let connection) = await known.value, !connection.isClosed {
                return provider(on: connection)
            }
            // Whoever notices first connects anew, and the others wait for that.
            if connecting == known { connecting = nil }
        }
        let attempt = connecting ?? connect()
        return provider(on: try await attempt.value.get())
    }

    private nonisolated func provider(on connection: BusConnection) -> Provider {
        Provider(connection: connection, limits: limits, gate: gate)
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
        if let known = opening {
            if case .success(let session) = await known.value, session !== bad,
                session.connection === provider.connection
            {
                return session
            }
            if opening == known { opening = nil }
        }
        let attempt = opening ?? openSession(on: provider)
        return try await attempt.value.get()
    }

    private func connect() -> Connecting {
        let attempt = Connecting(executorPreference: thread) { [environment, thread, given] in
            do throws(SessionBusError) {
                let connection: BusConnection
                if let given, !given.isClosed {
                    connection = given
                } else {
                    connection = try await BusConnection.session(environment: environment, on: thread)
                }
                // Before the first look, so that nothing happens unseen after it.
                await self.watch.follow(connection)
                await self.openSession(on: self.provider(on: connection))
                return .success(connection)
            } catch {
                return .failure(ProviderError(error))
            }
        }
        given = nil
        connecting = attempt
        return attempt
    }

    /// Has somebody told of what happens to the keyring.
    func watch(_ told: @escaping @Sendable (KeychainNews) -> Void) async {
        watch.set(told)
        if case .success(let connection) = await connecting?.value { await watch.follow(connection) }
    }

    @discardableResult
    private func openSession(on provider: Provider) -> Opening {
        let attempt = Opening(executorPreference: thread) {
            do throws(ProviderError) {
                return .success(try await self.open(on: provider))
            } catch {
                return .failure(error)
            }
        }
        opening = attempt
        return attempt
    }

    private func open(on provider: Provider) async throws(ProviderError) -> SecretSession {
        // Starts the provider where the bus can; libsecret's proxy does not.
        if let path = try await provider.collectionPath(alias: "default") { watch.note(collection: path) }
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
