internal import AccountModel
internal import AccountStore

extension AgentParts {
    /// The parts of the real agent. Nothing is opened here: not the keychain, not the network.
    static func ofThisMachine(environment: [String: String]) throws(BrokerError) -> AgentParts {
        throw BrokerError(.failed, "the keychain is not part of the agent yet")
    }
}
