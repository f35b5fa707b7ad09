import AccountModel
import AccountStore
import AccountStoreTesting
import FoundationEssentials

/// A service that is logged in to by OAuth 2.0 alone, called `modern`.
func modern(
    authentication: OAuth2Endpoints.ClientAuthentication = .basic, callback: ServiceDescription.Callback = .any,
    showsCode: Bool = false, scopes: String = "read write"
) -> ServiceDescription {
    ServiceDescription(
        profile: ServiceProfile(
            service: modernService, title: "Modern", dialect: .twitter2, api: "https://api.modern.example/"),
        urls: ServiceURLs(api: "https://api.modern.example/"),
        oauth2: OAuth2Endpoints(
            authorize: "https://modern.example/authorize", token: "https://api.modern.example/oauth/token",
            revoke: "https://api.modern.example/oauth/revoke", device: "https://api.modern.example/oauth/device",
            scopes: scopes, clientAuthentication: authentication, callback: callback, showsCode: showsCode),
        source: "services/modern.conf")
}

let modernService = Service("modern") ?? .twitter
let tokenAnswer =
    #"{"token_type":"Bearer","access_token":"at-1234","refresh_token":"rt-1234","expires_in":7200,"scope":"read write"}"#
let modernUser = #"{"data":{"id":"123","name":"Alice A.","username":"alice"}}"#

/// A log-in that waits for the browser.
struct BegunVisit {
    let page: LogInVisit
    let handle: LogInHandle

    init(_ step: LogInStep) throws {
        guard case .visit(let page, let handle) = step else { throw BrokerError(.failed, "\(step)") }
        self.page = page
        self.handle = handle
    }

    /// A parameter of the address to visit, as it stands there.
    func parameter(_ name: String) -> String? {
        page.url.split(separator: "?", maxSplits: 1).last?.split(separator: "&").first { $0.hasPrefix("\(name)=") }
            .map { String($0.dropFirst(name.count + 1)) }
    }

    var state: String { parameter("state") ?? "" }
}

extension StoreFixture {
    /// Lets the service give a token, and say whose it is.
    func grantModern(_ answer: String = tokenAnswer) {
        transport.answer(.response(status: 200, body: answer), .response(status: 200, body: modernUser))
    }

    func type(_ text: String, _ handle: LogInHandle) async throws -> LogInStep {
        try await terminal.continueLogIn(handle, with: .pin(try TextInput.descriptor(text)))
    }
}

extension StoreFixture {
    /// Leads a log-in by browser to where the person comes back with a code.
    func beginCode(as name: String? = "alice", isAttended: Bool = false) async throws -> BegunVisit {
        try await setClient(modernService)
        return try BegunVisit(
            try await logIn(.browser, to: modernService, as: name, isAttended: isAttended))
    }

    /// Goes on with what came back.
    func comeBack(_ visit: BegunVisit) async throws -> LogInStep {
        try await terminal.continueLogIn(visit.handle, with: .browser)
    }
}
