public import AccountModel

/// What the person's configuration says to the store. It is asked for at each use, so that a change takes effect at
/// the next request.
public struct StoreSettings: Hashable, Sendable {
    /// Whether programs without a terminal may use the person's commands without a question (provisioning).
    public var manageWithoutTerminal: Bool
    /// Seconds that one exchange with a service may take.
    public var timeout: Int
    /// The service that `add` means where none is named.
    public var defaultService: Service
    /// Seconds without use after which a secret that was read is forgotten; 0 keeps none between two requests.
    public var forgetAfter: Int

    /// Makes settings of their parts; what is not given is as without a configuration.
    public init(
        manageWithoutTerminal: Bool = false, timeout: Int = 30, defaultService: Service = .twitter,
        forgetAfter: Int = 900
    ) {
        self.manageWithoutTerminal = manageWithoutTerminal
        self.timeout = timeout
        self.defaultService = defaultService
        self.forgetAfter = forgetAfter
    }
}
