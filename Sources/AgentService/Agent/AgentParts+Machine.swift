internal import AccountModel
internal import AccountStore
internal import AgentProtocol
internal import ForeignFiles
internal import GLibBridge
internal import Glibc
internal import Prompters
internal import SecretServiceKeychain
internal import SoupTransport
internal import VaultKeychain

extension AgentParts {
    /// The parts of the real agent: the person's keyring, network, terminal and files.
    ///
    /// A keyring that runs is being opened when this returns: an agent is started by a request, which would wait for
    /// that. A configuration that cannot be understood is told to each request, so that the person who asks hears of it.
    ///
    /// - Parameters:
    ///   - thread: where the bus's answers arrive, and so the keyring's: a request then waits for both without a change of
    ///     threads.
    ///   - bus: the connection that requests arrive on, where there is a bus. The keyring is spoken with over it too: what it
    ///     says before a request is made is then heard before that request.
    ///
    /// Throws `notConfigured` where the environment does not tell the person's folders.
    static func ofThisMachine(
        environment: [String: String], thread: GLibThread, bus: BusConnection?
    ) throws(BrokerError) -> AgentParts {
        let paths = try AgentPaths(environment: environment, installed: InstalledServices.folder)
        let configuration = ConfigurationSource(path: paths.configurationFile)
        let notice: @Sendable (String) -> Void = {
            StatusReport.write("acctstore-agent: \(OneLine.visible($0, length: 4096))\n", to: STDERR_FILENO)
        }
        let log = AccessLog(folder: paths.state, tell: notice)
        let prompter = PersonPrompter(environment: environment)
        let vault = Result { () throws(KeychainError) in
            try VaultKeychain(environment: environment, asking: SparingPassphrases(prompter), notice: notice) {
                .seconds((try? configuration.current())?.forgetAfter ?? 0)
            }
        }
        let services = FileServices(folder: paths.services, shipped: paths.shippedServices)
        let keychain = ConfiguredKeychain(
            secretService: SecretServiceKeychain(
                environment: environment, thread: thread, connection: bus,
                configuring: { ConfigurationChange(file: paths.configurationFile).step($0, $1) }
            ) { () throws(KeychainError) in try configuration.forKeychain().collection
            },
            vault: vault, configuration: paths.configurationFile, state: paths.state
        ) { () throws(KeychainError) in try configuration.forKeychain().keychain }
        let store = Store(
            keychain: keychain, keychains: keychain,
            transport: SoupTransport { () throws(BrokerError) in
                TransportSettings(try configuration.current())
            },
            callbacks: LoopbackCallbacks(), prompter: prompter, clock: SystemClock(),
            services: services,
            renewals: RenewalFiles(folder: paths.state),
            log: ConfiguredAccessLog(
                configuration: configuration, log: log,
                notices: bus.map { UseNotices(bus: $0) }),
            carried: CarriedFiles(foreign: ForeignFiles(), bundles: VaultBundles(), asking: prompter),
            notice: notice,
            surroundings: { [surroundings = AgentSurroundings(paths, configuration, services, vault, environment)] in
                await surroundings.findings()
            },
            settings: { () throws(BrokerError) in try configuration.current().store })
        Task { await store.prepare() }
        Task(executorPreference: thread) {
            await SleepWatch(environment: environment, thread: thread).run { store.setKeepsSecrets(!$0) }
        }
        let settings = (try? configuration.current()) ?? AgentConfiguration()
        var parts = AgentParts(
            store: store, callers: CallerFinder(), idleExit: .seconds(max(1, settings.idleExit)),
            finish: {
                await store.saveTokens()
                await log.end(within: .milliseconds(400))
            })
        parts.holdsOpen = { keychain.holdsOpenVault }
        parts.outlivesCommand = settings.keychain == .vault
        return parts
    }
}

extension AgentSurroundings {
    fileprivate init(
        _ paths: AgentPaths, _ configuration: ConfigurationSource, _ services: FileServices,
        _ vault: Result<VaultKeychain, KeychainError>, _ environment: [String: String]
    ) {
        checks = [
            ConfigurationCheck(path: paths.configurationFile), DescriptionsCheck(services: services),
            VaultCheck(vault: vault) { (try? configuration.current()).map { $0.keychain == .vault } },
            LibrariesCheck(), LockedMemoryCheck(),
            ProxyCheck(configured: { (try? configuration.current())?.proxy }, environment: environment),
            DialogCheck(environment: environment),
        ]
    }
}

extension ConfigurationSource {
    /// The configuration, in the terms of a keychain.
    fileprivate func forKeychain() throws(KeychainError) -> AgentConfiguration {
        do throws(BrokerError) {
            return try current()
        } catch {
            throw KeychainError(.notConfigured, error.message, nextStep: error.nextStep)
        }
    }
}

extension TransportSettings {
    fileprivate init(_ configuration: AgentConfiguration) {
        self.init(
            proxy: configuration.proxy, timeout: configuration.timeout, authorityFile: configuration.authorities,
            userAgent: "acctstore/\(AgentVersion.current.release)")
    }
}
