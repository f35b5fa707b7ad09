public import AccountModel
import OAuth

/// The policy behind `Broker`: who may use which account, how one logs in, and what is signed.
///
/// Between requests it keeps answers of "once", a no to a program without a name, log-ins that wait for the person, and by
/// how much the clocks of services are off; and what it read from the keychain, as long as nobody changed that: several
/// processes may work on one keychain.
public final class Store: Sendable {
    /// What changes in the keychain, through this store or by others, for one reader. The latest 256 changes wait for it.
    public let changes: AsyncStream<StoreChange>
    let parts: StoreParts
    private let watching: Task<Void, Never>

    /// `keychains` are those that `keychain` is one of, where there are several. Without `carried` nothing is imported or
    /// exported. `settings` is asked at each use and throws
    /// `notConfigured` for a configuration that cannot be understood. `notice` is told, once each, what the person should
    /// know: a line without a full stop. `surroundings` tells of the machine that the store is used on.
    public init(
        keychain: any Keychain, keychains: (any KeychainChoice)? = nil, transport: any Transport,
        callbacks: any CallbackListening, prompter: any Prompter,
        clock: any WallClock, services: any ServiceDirectory, renewals: any RenewalKeeping,
        log: any AccessRecording = NoAccessLog(), carried: CarriedFiles? = nil,
        notice: @escaping @Sendable (String) -> Void = { _ in },
        surroundings: @escaping @Sendable () async -> [Finding] = { [] },
        settings: @escaping @Sendable () throws(BrokerError) -> StoreSettings
    ) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: StoreChange.self, bufferingPolicy: .bufferingNewest(256))
        changes = stream
        let watch = ChangeWatch { continuation.yield($0) }
        let remembering = RememberingKeychain(keychain, watcher: watch, notice: notice) {
            // Where the configuration cannot be understood, nothing is kept longer than it must be.
            .seconds((try? settings())?.forgetAfter ?? 0)
        }
        parts = StoreParts(
            keychain: remembering, keychains: keychains, transport: transport, callbacks: callbacks, prompter: prompter,
            clock: clock,
            services: services, renewals: renewals, log: log, carried: carried, settings: settings, notice: notice,
            surroundings: surroundings, announce: { watch.note($0) })
        watching = Task { await watch.run(over: keychain) }
    }

    deinit { watching.cancel() }

    /// The store as one caller sees it.
    public func broker(for caller: Caller) -> StoreBroker {
        var parts = parts
        parts.trace = caller.trace
        return StoreBroker(parts: parts, caller: caller)
    }

    /// Does what the first request would wait for, as far as nobody needs to be asked for it.
    public func prepare() async {
        async let signing: Void = SignatureMethod.prepare()
        await parts.keychain.prepare()
        await signing
    }

    /// Whether secrets may be kept for the next request: not while the machine goes to sleep, nor at the agent's end. Those
    /// that are kept go where they may not.
    public func setKeepsSecrets(_ keeps: Bool) {
        parts.keychain.setKeepsSecrets(keeps)
        parts.appTokens.setKeeps(keeps)
        if !keeps { parts.passphrases.forgetAll() }
    }

    /// Whether a token is being renewed, or was and waits to be stored: it would go with the process.
    public var hasUnsavedTokens: Bool { parts.unsaved.isNeeded }

    /// Waits for renewals that are under way, and tries once more to store what waits, where that asks nobody: for the
    /// process's end.
    public func saveTokens() async {
        await parts.unsaved.waitForRunning()
        for id in parts.unsaved.accounts { await TokenRenewal(parts: parts, id: id).saveUnasked() }
    }

    /// Drops the log-ins and imports that a program began over a connection and did not finish, and the passphrases that it
    /// gave there and did not use: for when the connection ends.
    public func forgetUnfinished(overConnection connection: String) {
        parts.logIns.forget(connection: connection)
        parts.imports.forget(connection: connection)
        parts.passphrases.forget(connection: connection)
    }
}

/// What every part of the store works with.
struct StoreParts: Sendable {
    let keychain: RememberingKeychain
    let keychains: (any KeychainChoice)?
    let transport: any Transport
    let callbacks: any CallbackListening
    let prompter: any Prompter
    let clock: any WallClock
    let services: any ServiceDirectory
    let renewals: any RenewalKeeping
    let log: any AccessRecording
    let carried: CarriedFiles?
    let settings: @Sendable () throws(BrokerError) -> StoreSettings
    /// Is told what the person should know, whoever asked.
    let notice: @Sendable (String) -> Void
    /// What is found of the machine, for a person who looks for a fault.
    let surroundings: @Sendable () async -> [Finding]
    let announce: @Sendable (StoreChange) -> Void
    let onceAnswers = OnceAnswers()
    let answers = SharedAnswers()
    let refusals = HeldRefusals()
    /// One question at a time for one program.
    let turns = Turns<String>()
    /// One registration of an app at a time for one service.
    let registrations = Turns<Service>()
    let logIns = LogInTable()
    let clocks = ServiceClocks()
    let passphrases = PassphraseTable()
    let imports = ImportTable()
    let limits = KnownLimits()
    let unsaved = UnsavedRenewals()
    let failed = FailedExchanges<AccountID>()
    let appTokens = AppTokens()
    /// Is told what becomes known of a use of an account, for the record of it.
    var use: UseNote?
    /// Is told what is sent and answered, by what the caller asked for.
    var trace: (@Sendable (RequestTrace) -> Void)?
}
