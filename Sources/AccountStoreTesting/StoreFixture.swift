public import AccountModel
public import AccountStore
import Glibc
import Synchronization

/// A whole store on doubles, for tests of programs that use accounts.
///
/// ```swift
/// let fixture = StoreFixture()
/// let alice = try await fixture.addAccount("alice", id: "123")
/// let signed = try await fixture.terminal.sign(request, as: alice.id)
/// ```
public final class StoreFixture: Sendable {
    /// Where records are kept; it can be told to fail.
    public let keychain: MemoryKeychain
    /// Where requests go: it answers from a script.
    public let transport = RecordingTransport()
    /// Where a browser comes back to.
    public let callbacks = ScriptedCallbacks()
    /// Who answers for the person.
    public let prompter = ScriptedPrompter()
    /// The time.
    public let clock: FixedClock
    /// The services that are described.
    public let services: FixedServices
    /// Which renewals are under way.
    public let renewals: MemoryRenewals
    /// What was written down of the uses of accounts.
    public let log = MemoryAccessLog()
    /// The store itself, for callers that ``broker(_:instance:session:mayAsk:isRunning:)`` does not make.
    public let store: Store
    private let current: SettingsBox

    /// A store with nothing in it, and with the services given beside the built-in `twitter` and the local test service
    /// `local`.
    public init(
        keychain: MemoryKeychain = MemoryKeychain(), clock: FixedClock = FixedClock(),
        services descriptions: [ServiceDescription] = [], renewals: MemoryRenewals = MemoryRenewals()
    ) {
        self.keychain = keychain
        self.clock = clock
        self.renewals = renewals
        services = FixedServices([.twitter, ServiceDescription.local()].compactMap { $0 } + descriptions)
        let current = SettingsBox()
        self.current = current
        store = Store(
            keychain: keychain, transport: transport, callbacks: callbacks, prompter: prompter, clock: clock,
            services: services, renewals: renewals, log: log
        ) { () throws(BrokerError) in current.value.withLock { $0 } }
    }

    /// What the configuration says; a change takes effect at the next request.
    public var settings: StoreSettings {
        get { current.value.withLock { $0 } }
        set { current.value.withLock { $0 = newValue } }
    }

    /// The person at a terminal.
    public var terminal: StoreBroker { broker(.terminal) }

    /// A program that the person can be asked about by the fixture's prompter.
    public func broker(
        _ program: ProgramIdentity, instance: String = "1", session: String? = nil, mayAsk: Bool = true,
        isRunning: @escaping @Sendable () -> Bool = { true }
    ) -> StoreBroker {
        let place: AskingPlace = mayAsk ? .display(.init(variables: [:])) : .nowhere(because: "it has no terminal")
        return store.broker(
            for: Caller(
                program: program, instance: Caller.Instance(rawValue: "\(program)#\(instance)"), isRunning: isRunning,
                session: session, place: { place }))
    }

    /// Adds an account by ready tokens that bring their own app.
    ///
    /// The service is asked who it is, as after any log-in, and an answer in the transport's script is used up by that;
    /// without one it cannot be reached. That is the first request that ``RecordingTransport/sent`` tells of, until it is
    /// told to ``RecordingTransport/forget()``.
    public func addAccount(
        _ name: String, id: String, of service: Service = .twitter, description: String? = nil,
        makeDefault: Bool = false
    ) async throws(BrokerError) -> Account {
        let tokens =
            "oauth_token=tk-\(name)&oauth_token_secret=ts-\(name)&user_id=\(id)&screen_name=\(name)"
            + "&consumer_key=ck&consumer_secret=cs"
        let step = try await terminal.beginLogIn(
            LogInRequest(
                service: service, method: .token, username: name, description: description, makeDefault: makeDefault,
                secret: try TextInput.descriptor(tokens)))
        guard case .done(let account, _) = step else { throw BrokerError(.failed, "the log-in is not done: \(step)") }
        return account
    }
}

private final class SettingsBox: Sendable {
    let value = Mutex(StoreSettings())
}

/// Text as a program pipes it.
public enum TextInput {
    /// A descriptor that gives `text` and then ends: small enough to be written before it is read.
    public static func descriptor(_ text: String) throws(BrokerError) -> Descriptor {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        // SAFETY: the array has the two elements that socketpair writes.
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw BrokerError(.failed, "no descriptor can be had")
        }
        let (reading, writing) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        let bytes = Array(text.utf8)
        // SAFETY: the bytes are lent for the call, with their own count.
        let written = unsafe bytes.withUnsafeBytes { unsafe write(writing.rawValue, $0.baseAddress, $0.count) }
        guard written == bytes.count else { throw BrokerError(.failed, "the text is too long") }
        return reading
    }

    /// What a descriptor gives, up to 64 KiB and as far as one read brings it.
    public static func contents(of descriptor: Descriptor) -> String {
        // SAFETY: the kernel writes at most `room.count` bytes.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { room, count in
            count = max(0, unsafe read(descriptor.rawValue, room.baseAddress, room.count))
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
