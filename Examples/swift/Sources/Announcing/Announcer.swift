import AccountModel
import SocialClient

/// Posts for a program, as the account that the person lets it use.
public struct Announcer {
    private let broker: any Broker
    private let service: Service

    /// - Parameter broker: in the program the agent, `AgentClient.connect()`; in tests a store in memory.
    public init(_ broker: any Broker, at service: Service = .twitter) {
        self.broker = broker
        self.service = service
    }

    /// One line for each account that the program may use; none without a grant.
    public func accounts() async throws(BrokerError) -> [String] {
        try await broker.accounts(of: service).map(\.label)
    }

    /// Posts once and answers the id of the post.
    ///
    /// The person is asked first where nothing was answered before. A `BrokerError` says what happened, in words for the
    /// person; after `outcomeUnknown` nobody but a person may send the text again.
    public func announce(_ text: String) async throws(BrokerError) -> String {
        let account = try await broker.select(nil, of: service, for: .write)
        let client = try await ServiceClient(as: account, by: broker)
        return try await client.post(Draft(PostText(text))).id
    }
}
