internal import AccountModel
internal import AccountStore
internal import AgentProtocol
internal import Prompters
internal import SecretServiceKeychain
internal import SoupTransport

extension AgentParts {
    /// The parts of the real agent. Nothing is opened here: not the keychain, not the network.
    static func ofThisMachine(environment: [String: String]) throws(BrokerError) -> AgentParts {
        let paths = try AgentPaths(environment: environment)
        let configuration = ConfigurationSource(path: paths.configurationFile)
        let keychain = SecretServiceKeychain(environment: environment) { () throws(KeychainError) in
            try configuration.collection()
        }
        let transport = SoupTransport { () throws(BrokerError) in
            try configuration.current().network
        }
        let store = Store(
            keychain: keychain, transport: transport, prompter: TerminalPrompter(), clock: SystemClock(),
            services: FileServices(folder: paths.services),
            settings: { () throws(BrokerError) in try configuration.current().store })
        // A configuration that cannot be read is told to each caller; it does not keep the agent from starting.
        let idleExit = (try? configuration.current().idleExit) ?? AgentConfiguration().idleExit
        return AgentParts(store: store, callers: CallerFinder(), idleExit: .seconds(idleExit))
    }
}

extension AgentConfiguration {
    /// How requests go out.
    fileprivate var network: TransportSettings {
        TransportSettings(
            proxy: proxy, timeout: timeout, authorityFile: authorities,
            userAgent: "acctstore/\(AgentVersion.current.release)")
    }
}

extension ConfigurationSource {
    /// The label of the collection that records are kept in; `nil` for the default one.
    fileprivate func collection() throws(KeychainError) -> String? {
        let current: AgentConfiguration
        do throws(BrokerError) {
            current = try self.current()
        } catch {
            throw KeychainError(.notConfigured, error.message, nextStep: error.nextStep)
        }
        guard current.keychain == .secretService else {
            throw KeychainError(
                .notConfigured, "keychain=vault: this release keeps accounts in the Secret Service alone",
                nextStep: "set keychain=secret-service in acctstore.conf")
        }
        return current.collection
    }
}
