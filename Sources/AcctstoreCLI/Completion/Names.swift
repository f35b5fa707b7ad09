import AccountModel

struct Names: Sendable {
    var accounts: [Account] = []
    var services: [Service] = []
    var apps: [App] = []
    var programs: [ProgramIdentity] = []
}

extension Broker {
    func names() async throws(BrokerError) -> Names { Names() }
}
