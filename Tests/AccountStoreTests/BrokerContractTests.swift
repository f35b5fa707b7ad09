import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

@Suite struct BrokerContractTests {
    @Test(arguments: BrokerContract.all)
    func holdsInTheProcess(_ promise: BrokerContract) async throws {
        try await promise.check(InProcessSetting())
    }
}

private struct InProcessSetting: BrokerSetting {
    let fixture = StoreFixture()
    let service = Service.twitter
    let url = "https://api.x.com/1.1/test.json"
    let programIdentity = ProgramIdentity.script("/home/alice/bin/nightly")

    func terminal() async throws -> any Broker { fixture.terminal }
    func program() async throws -> any Broker { fixture.broker(programIdentity, mayAsk: false) }
}
