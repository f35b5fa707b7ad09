import AccountModel

extension Broker {
    func picture(at url: String) async throws(BrokerError) -> Response {
        throw BrokerError(.notConfigured, "not yet")
    }
}
