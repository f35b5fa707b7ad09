import AccountModel
import AccountStore
import AccountStoreTesting
import AgentClient
import TestRig
import Testing

@Suite("The promises of a broker hold over D-Bus")
struct BusContractTests {
    @Test(arguments: BrokerContract.all)
    func holdsOverTheBus(_ promise: BrokerContract) async throws {
        let fixture = StoreFixture()
        let brokers: @Sendable (Caller) -> any Broker = { fixture.store.broker(for: $0) }
        try await BusHarness.with(brokers: brokers) { harness async throws in
            try await promise.check(
                AgentSetting(client: harness.client, environment: harness.bus.environment))
        }
    }
}

/// One after another: GIO has few threads for both ends of a connection that begins, and here both are in one process.
@Suite("The promises of a broker hold over D-Bus without a bus", .serialized)
struct PeerContractTests {
    @Test(arguments: BrokerContract.all)
    func holdsWithoutABus(_ promise: BrokerContract) async throws {
        let fixture = StoreFixture()
        let brokers: @Sendable (Caller) -> any Broker = { fixture.store.broker(for: $0) }
        try await PeerHarness.with(brokers: brokers) { harness async throws in
            try await promise.check(AgentSetting(client: harness.client, environment: harness.environment))
        }
    }
}

/// The store behind an agent; the person and the program have connections of their own.
private struct AgentSetting: BrokerSetting {
    let client: AgentBroker
    let environment: [String: String]
    let service = Service.twitter
    let url = "https://api.x.com/1.1/test.json"
    let programIdentity = RunningAgent.program

    func terminal() async throws -> any Broker { client }

    func program() async throws -> any Broker {
        try await AgentClient.connect(ConnectionOptions(interactive: false, environment: environment))
    }
}
