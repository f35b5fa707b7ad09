import AccountModel
import FoundationEssentials
import Glibc

/// The person's commands.
extension RecordingBroker {
    func apps() async throws(BrokerError) -> [App] {
        try note("apps")
        return script.apps
    }

    func setApp(_ app: App, secret: AppSecret) async throws(BrokerError) {
        let callback = app.callback.map { " callback: \($0)" } ?? ""
        let kind = app.logInProtocol == .oauth1 ? "" : " \(app.logInProtocol.rawValue)"
        let shown =
            switch secret {
            case .line(let descriptor): "secret: \(read(descriptor))"
            case .privateKey(let descriptor): "key: \(read(descriptor))"
            case .none: "public"
            }
        try note("setApp \(app.service) \(app.name) \(app.consumerKey)\(kind)\(callback) \(shown)")
    }

    func setCallback(
        _ callback: String, ofApp name: String, of service: Service
    ) async throws(BrokerError) {
        try note("setCallback '\(callback)' of \(name) of \(service)")
    }

    func removeApp(_ name: String, of service: Service) async throws(BrokerError) {
        try note("removeApp \(name) of \(service)")
    }

    func beginLogIn(_ request: LogInRequest) async throws(BrokerError) -> LogInStep {
        let secret = request.secret.map { " secret: \(read($0))" } ?? ""
        let attended = request.isAttended ? " attended" : ""
        try note(
            "begin \(request.service) \(request.app) \(request.method)\(attended) user: \(request.username ?? "-")"
                + secret)
        return try nextStep()
    }

    func continueLogIn(
        _ handle: LogInHandle, with answer: LogInAnswer
    ) async throws(BrokerError) -> LogInStep {
        switch answer {
        case .pin(let descriptor): try note("pin: \(read(descriptor))")
        case .browser:
            if !script.browserReturns {
                try? await Task.sleep(for: .seconds(600))
                return .overtaken
            }
            try note("browser")
        case .yes: try note("yes")
        case .no:
            try note("no")
            throw BrokerError(.cancelled, "nothing was stored")
        }
        return try nextStep()
    }

    func cancelLogIn(_ handle: LogInHandle) async {
        try? note("cancel")
    }

    func details(of selector: AccountSelector) async throws(BrokerError) -> AccountDetails {
        try note("details of \(selector)")
        return AccountDetails(
            account: try find(selector),
            urls: ServiceURLs(
                api: "https://api.example/", authorize: "https://api.example/oauth/authorize"))
    }

    func update(_ selector: AccountSelector, with changes: AccountChanges) async throws(BrokerError) -> Account {
        try note("update \(selector)")
        return try find(selector)
    }

    func remove(
        _ selector: AccountSelector, revoke: Bool, confirmed: Bool
    ) async throws(BrokerError) -> RemovalOutcome {
        try note("remove \(selector) revoke: \(revoke) confirmed: \(confirmed)")
        let account = try find(selector)
        return script.needsConfirmation && !confirmed ? .needsConfirmation(account) : .removed(account)
    }

    func accessLog(_ query: AccessLogQuery) async throws(BrokerError) -> AccessLogExcerpt {
        let programs = query.programs.map(\.description).joined(separator: " ")
        try note("log of '\(programs)' \(query.account?.description ?? "-") \(query.count)")
        return script.log
    }

    func grants() async throws(BrokerError) -> [GrantListing] {
        try note("grants")
        return script.grants
    }

    func grant(_ request: GrantRequest) async throws(BrokerError) -> GrantListing {
        let duration = request.duration.map { " for \($0)" } ?? ""
        var (scope, account, service) = (Grant.Scope.service, Account?.none, Service.twitter)
        let target: String
        switch request.target {
        case .selected(let selector):
            target = selector?.description ?? "-"
            try note("grant \(request.program) \(target) \(request.permissions) \(request.decision)\(duration)")
            let found = try find(selector)
            (scope, account, service) = (.account(found.id), found, found.service)
        case .service(let named):
            try note("grant \(request.program) \(named):* \(request.permissions) \(request.decision)\(duration)")
            service = named
        case .everything: throw BrokerError(.invalidArgument, "everything is too much")
        }
        return GrantListing(
            grant: Grant(
                program: request.program, service: service, scope: scope, permissions: request.permissions,
                decision: request.decision, created: .init(timeIntervalSince1970: 1_700_000_000)),
            account: account)
    }

    func revoke(_ program: ProgramIdentity, target: GrantTarget) async throws(BrokerError) -> Int {
        try note("revoke \(program) \(target)")
        return script.revoked
    }

    /// One line, as the agent would read it.
    private func read(_ descriptor: Descriptor) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe Glibc.read(descriptor.rawValue, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}
