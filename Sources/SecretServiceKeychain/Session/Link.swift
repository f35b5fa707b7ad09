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
    /// What is under way, for all who need it.
    private var connecting: Task<Result<BusConnection, ProviderError>, Never>?
    private var opening: Task<Result<SecretSession, ProviderError>, Never>?
    /// Where the last look found what it found.
    private(set) var lastLook: Look.Places?

    init(environment: [String: String], limits: Limits, thread: GLibThread) {
        self.thread = thread
        self.environment = environment
        self.limits = limits
    }

    func provider() async throws(ProviderError) -> Provider {
        if let connection, !connection.isClosed { return Provider(connection: connection, limits: limits) }
        let attempt =
            connecting
            ?? Task(executorPreference: thread) { [environment, thread] in
                do throws(SessionBusError) {
                    return .success(try await BusConnection.session(environment: environment, on: thread))
                } catch {
                    return .failure(ProviderError(KeychainError(error)))
                }
            }
        connecting = attempt
        let outcome = await attempt.value
        // Whoever comes first clears the way for the next attempt.
        if connecting == attempt { connecting = nil }
        connection = try outcome.get()
        return Provider(connection: try outcome.get(), limits: limits)
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
        // One that is being opened is as good, if it comes to something.
        if let opening, let fresh = try? await opening.value.get(), fresh.connection === provider.connection {
            return fresh
        }
        return try await open(on: provider, startingIt: true)
    }

    /// Opens a session with a provider that runs; starts none.
    func prepare() async {
        guard session == nil, opening == nil, let provider = try? await provider() else { return }
        _ = try? await open(on: provider, startingIt: false)
    }

    private func open(on provider: Provider, startingIt: Bool) async throws(ProviderError) -> SecretSession {
        let attempt = Task(executorPreference: thread) { await self.fresh(on: provider, startingIt: startingIt) }
        opening = attempt
        let outcome = await attempt.value
        if opening == attempt { opening = nil }
        let fresh = try outcome.get()
        session = fresh
        return fresh
    }

    private func fresh(on provider: Provider, startingIt: Bool) async -> Result<SecretSession, ProviderError> {
        do throws(ProviderError) {
            // libsecret's proxy starts nothing.
            if startingIt { _ = try await provider.collectionPath(alias: "default") }
        } catch {
            return .failure(error)
        }
        let deadline = Deadline(after: limits.call, on: thread)
        do throws(GLibError) {
            return .success(
                try await blocking.run { () throws(GLibError) in
                    try SecretSession.open(on: provider.connection, deadline: deadline)
                })
        } catch {
            return .failure(ProviderError(error))
        }
    }
}
