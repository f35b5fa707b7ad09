import AccountModel
import AccountStore
import AgentClient
import Synchronization
import TestRig
import Testing

/// What a program that asks for it is told of the requests made on its behalf.
@Suite("Traces over the bus")
struct BusTraceTests {
    private final class Told: Sendable {
        let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
    }

    private static func brokers(
        _ trace: RequestTrace, trouble: BrokerError? = nil
    ) -> @Sendable (Caller) -> any Broker {
        { caller in
            caller.trace?(trace)
            return MirrorBroker(trouble: trouble)
        }
    }

    private func client(_ harness: BusHarness, _ told: Told) async throws -> AgentBroker {
        try await harness.connect(
            ConnectionOptions(
                environment: harness.bus.environment, trace: { trace in told.lines.withLock { $0 += trace.lines } }))
    }

    @Test(
        "a call is told of line by line, whether it succeeds or fails",
        arguments: [nil, BrokerError(.serviceRefused, "no")])
    func told(trouble: BrokerError?) async throws {
        let trace = RequestTrace(lines: ["> GET https://a/é", "", "< 200"])
        try await BusHarness.with(brokers: Self.brokers(trace, trouble: trouble)) { harness in
            let told = Told()
            let client = try await client(harness, told)
            let accounts = try? await client.accounts(of: nil)
            #expect((accounts == nil) == (trouble != nil))
            #expect(told.all == ["> GET https://a/é", "< 200"])
        }
    }

    @Test("who does not ask is told nothing, and a trace that nobody could read to its end holds nothing up")
    func limits() async throws {
        let long = RequestTrace(lines: Array(repeating: String(repeating: "x", count: 4000), count: 1000))
        try await BusHarness.with(brokers: Self.brokers(long)) { harness in
            _ = try await harness.client.accounts(of: nil)
            let told = Told()
            _ = try await client(harness, told).accounts(of: nil)
            #expect((1..<1000).contains(told.all.count))
        }
    }
}
