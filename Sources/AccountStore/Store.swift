public import AccountModel
import OAuth

/// The policy behind `Broker`: who may use which account, how one logs in, and what is signed.
///
/// It keeps nothing between requests but answers of "once", a no to a program without a name, log-ins that wait for the person, and by how much the clocks
/// of services are off. Everything else is read from the keychain at each request, so that several processes may work on
/// one keychain.
public final class Store: Sendable {
    /// What changes through this store, for one reader. The latest 256 changes wait for it.
    public let changes: AsyncStream<StoreChange>
    let parts: StoreParts

    /// `settings` is asked at each use and throws `notConfigured` for a configuration that cannot be understood.
    public init(
        keychain: any Keychain, transport: any Transport, callbacks: any CallbackListening, prompter: any Prompter,
        clock: any WallClock, services: any ServiceDirectory, log: any AccessRecording = NoAccessLog(),
        settings: @escaping @Sendable () throws(BrokerError) -> StoreSettings
    ) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: StoreChange.self, bufferingPolicy: .bufferingNewest(256))
        changes = stream
        parts = StoreParts(
            keychain: keychain, transport: transport, callbacks: callbacks, prompter: prompter, clock: clock,
            services: services, log: log, settings: settings, announce: { continuation.yield($0) })
    }

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

    /// Drops the log-ins that a program began and did not finish: for when it ends.
    public func forgetLogIns(of instance: Caller.Instance) {
        parts.logIns.forget(instance)
    }
}

/// What every part of the store works with.
struct StoreParts: Sendable {
    let keychain: any Keychain
    let transport: any Transport
    let callbacks: any CallbackListening
    let prompter: any Prompter
    let clock: any WallClock
    let services: any ServiceDirectory
    let log: any AccessRecording
    let settings: @Sendable () throws(BrokerError) -> StoreSettings
    let announce: @Sendable (StoreChange) -> Void
    let onceAnswers = OnceAnswers()
    let answers = SharedAnswers()
    let refusals = HeldRefusals()
    /// One question at a time for one program.
    let turns = Turns<String>()
    let logIns = LogInTable()
    let clocks = ServiceClocks()
    /// Is told what becomes known of a use of an account, for the record of it.
    var use: UseNote?
    /// Is told what is sent and answered, by what the caller asked for.
    var trace: (@Sendable (RequestTrace) -> Void)?
}
