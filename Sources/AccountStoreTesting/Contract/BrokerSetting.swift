public import AccountModel

/// Where the broker contract runs: a store without accounts, reached in the process or over a bus.
public protocol BrokerSetting: Sendable {
    /// A service that the store knows, which nobody need answer for.
    var service: Service { get }
    /// A URL below the service's base.
    var url: String { get }
    /// The person at a terminal.
    func terminal() async throws -> any Broker
    /// A program without a terminal that nobody can be asked about.
    func program() async throws -> any Broker
    /// What the agent takes that program for.
    var programIdentity: ProgramIdentity { get }
}

/// A broker did not do what the contract says.
public struct ContractViolation: Error, Hashable, CustomStringConvertible {
    public let description: String

    /// Makes a violation of its words.
    public init(_ description: String) {
        self.description = description
    }
}

/// Throws a violation unless `condition` holds.
func hold(_ condition: Bool, _ what: @autoclosure () -> String) throws(ContractViolation) {
    if !condition { throw ContractViolation(what()) }
}

/// Throws a violation unless `body` throws a broker's error with this code; gives the error.
@discardableResult
func refuses(
    _ code: BrokerError.Code, _ what: String, _ body: () async throws -> Void
) async throws -> BrokerError {
    do {
        try await body()
    } catch let error as BrokerError {
        try hold(error.code == code, "\(what): \(error.code.rawValue) (\(error.message)), not \(code.rawValue)")
        return error
    }
    throw ContractViolation("\(what) was done, and should be refused with \(code.rawValue)")
}

extension BrokerSetting {
    /// Adds an account by ready tokens that bring their own app and say whose they are.
    func add(
        _ name: String, id: String, description: String? = nil, makeDefault: Bool = false, to broker: any Broker
    ) async throws -> Account {
        let tokens =
            "oauth_token=tk-\(name)&oauth_token_secret=ts-\(name)&user_id=\(id)&screen_name=\(name)"
            + "&consumer_key=ck&consumer_secret=cs"
        let step = try await broker.beginLogIn(
            LogInRequest(
                service: service, method: .token, username: name, description: description, makeDefault: makeDefault,
                secret: try TextInput.descriptor(tokens)))
        guard case .done(let account, _) = step else { throw ContractViolation("a log-in by tokens ends with \(step)") }
        return account
    }

    func request(_ method: String = "GET") -> UnsignedRequest {
        UnsignedRequest(method: method, url: url, parameters: [Parameter("a", "1")])
    }
}
