import AccountModel

struct KnownNames: Sendable {
    var accounts: [Account] = []
    var services: [Service] = []
    var apps: [App] = []
    var programs: [ProgramIdentity] = []
}

extension Broker {
    func names() async -> KnownNames { KnownNames() }
}
