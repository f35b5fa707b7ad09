import AccountModel
import AccountStore
import AccountStoreTesting
import Testing

/// Runs `body`, expects a broker's error with this code, and gives it.
@discardableResult
func expectError(
    _ code: BrokerError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> BrokerError {
    do {
        try await body()
        Issue.record("nothing was thrown, expected \(code.rawValue)", sourceLocation: sourceLocation)
    } catch let error as BrokerError {
        #expect(error.code == code, "\(error.message)", sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("thrown was \(error)", sourceLocation: sourceLocation)
    }
    return BrokerError(.failed, "")
}

let nightly = ProgramIdentity.script("/home/alice/bin/nightly")
let statusURL = "https://api.x.com/1.1/statuses/update.json"
let post = UnsignedRequest(method: "POST", url: statusURL, parameters: [Parameter("status", "hi")])
let read = UnsignedRequest(method: "GET", url: "https://api.x.com/1.1/statuses/home_timeline.json")

extension StoreFixture {
    func allow(
        _ program: ProgramIdentity, _ permissions: Permissions = [.read, .write],
        _ target: GrantTarget = .selected(nil), decision: Grant.Decision = .allow, duration: Int? = nil
    ) async throws {
        _ = try await terminal.grant(
            GrantRequest(
                program: program, target: target, permissions: permissions, decision: decision, duration: duration))
    }

    func records(_ schema: RecordSchema) -> [(stored: StoredRecord, secret: String)] {
        keychain.contents.filter { $0.stored.record.schema == schema }
    }

    /// The service `local`, which the fixture describes.
    var local: Service { ServiceDescription.local()?.service ?? .twitter }

    func setApp(
        _ service: Service, name: String = "default", key: String = "ck", secret: String = "cs", callback: String? = nil
    ) async throws {
        try await terminal.setApp(
            App(service: service, name: name, consumerKey: key, callback: callback),
            secret: try TextInput.descriptor(secret))
    }

    /// An app for OAuth 2.0; a public one without a secret.
    func setClient(_ service: Service, secret: String? = "cse", callback: String? = nil) async throws {
        try await terminal.setApp(
            App(service: service, name: "default", consumerKey: "cid", logInProtocol: .oauth2, callback: callback),
            secret: try secret.map { .line(try TextInput.descriptor($0)) } ?? .none)
    }

    func logIn(
        _ method: LogInRequest.Method, to service: Service, as name: String? = nil, secret: String? = nil,
        isAttended: Bool = false, by broker: StoreBroker? = nil
    ) async throws -> LogInStep {
        try await (broker ?? terminal).beginLogIn(
            LogInRequest(
                service: service, method: method, username: name, isAttended: isAttended,
                secret: try secret.map { try TextInput.descriptor($0) }))
    }
}

extension LogInStep {
    var account: Account? {
        if case .done(let account, _) = self { account } else { nil }
    }

    var warning: String? {
        if case .done(_, let warning) = self { warning } else { nil }
    }
}
