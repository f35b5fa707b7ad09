package import AccountModel
package import AccountStore
import GLibBridge

/// What the person's `acctstore.conf` says to the agent.
package struct AgentConfiguration: Hashable, Sendable {
    /// Where secrets are kept.
    package var keychain = KeychainKind.secretService
    /// The service that `add` means where it names none.
    package var service = Service.twitter
    /// The collection's label; `nil` for the one behind the default alias.
    package var collection: String?
    /// The proxy's URL; `nil` for what the agent's environment says.
    package var proxy: String?
    /// Seconds that one exchange with a service may take.
    package var timeout = 30
    /// An absolute path, for services of the person's own descriptions.
    package var authorities: String?
    /// Whether programs without a terminal may use the person's commands without a question.
    package var manageWithoutTerminal = false
    /// Seconds without a request after which the agent ends.
    package var idleExit = 600
    /// Seconds after which a secret that was read is forgotten.
    package var forgetAfter = 900
    /// Whether accesses are written to the access log.
    package var log = true
    /// Whether accesses are shown as desktop notifications.
    package var notify = false

    package init() {}

    /// The part of it that the store takes.
    package var store: StoreSettings {
        StoreSettings(
            manageWithoutTerminal: manageWithoutTerminal, timeout: timeout, defaultService: service,
            forgetAfter: forgetAfter)
    }
}

extension AgentConfiguration {
    /// The groups and their keys, as `acctstore.conf` spells them.
    static let schema: SettingsSchema = [
        "acctstore": ["keychain", "service", "collection"],
        "network": ["proxy", "timeout", "ca-file"],
        "access": ["manage-without-terminal"],
        "agent": ["idle-exit", "forget-after", "log", "notify"],
    ]

    /// - Throws: `notConfigured` with the file, the key and what it wants, for any value that is not understood, and
    ///   for any key that is not known: a mistyped key must not weaken anything in silence.
    init(_ settings: Settings) throws(BrokerError) {
        try settings.check(against: AgentConfiguration.schema)
        if let keychain: KeychainKind = try settings.choice("keychain", in: "acctstore") { self.keychain = keychain }
        if let text = settings.text("service", in: "acctstore") {
            guard let service = Service(text, asciiHost: UnicodeNormalization.asciiHost) else {
                throw settings.error("service", in: "acctstore", "\(settings.shown(text)) is no name of a service")
            }
            self.service = service
        }
        collection = settings.text("collection", in: "acctstore")
        proxy = try settings.proxy("proxy", in: "network")
        timeout = try settings.number("timeout", in: "network", within: 1...3600) ?? timeout
        if let path = settings.text("ca-file", in: "network") {
            guard path.hasPrefix("/") else {
                throw settings.error("ca-file", in: "network", "\(settings.shown(path)) is no absolute path")
            }
            authorities = path
        }
        manageWithoutTerminal =
            try settings.flag("manage-without-terminal", in: "access") ?? manageWithoutTerminal
        idleExit = try settings.seconds("idle-exit", in: "agent") ?? idleExit
        forgetAfter = try settings.seconds("forget-after", in: "agent") ?? forgetAfter
        log = try settings.flag("log", in: "agent") ?? log
        notify = try settings.flag("notify", in: "agent") ?? notify
    }
}
