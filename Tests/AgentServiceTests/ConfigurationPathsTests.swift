import AccountModel
import AgentService
import Testing

@Suite("The person's folders")
struct ConfigurationPathsTests {
    @Test("Variables count where they are absolute, else the home folder does")
    func variables() throws {
        let standard = try AgentPaths(environment: ["HOME": "/home/alice", "XDG_CONFIG_HOME": "config"])
        #expect(standard.configurationFile == "/home/alice/.config/acctstore/acctstore.conf")
        #expect(standard.services == "/home/alice/.config/acctstore/services")
        #expect(try AgentPaths(environment: ["XDG_CONFIG_HOME": "/c"]).configuration == "/c/acctstore")
    }

    @Test("Without a home there is no place", arguments: [[:], ["HOME": ""], ["HOME": "home"]])
    func noHome(environment: [String: String]) {
        #expect(throws: BrokerError(.notConfigured, "")) { try AgentPaths(environment: environment) }
    }
}
