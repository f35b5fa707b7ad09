import AccountModel

/// The person's commands.
extension MirrorBroker {
    func apps() async throws(BrokerError) -> [App] {
        try write("apps")
        return [Sample.app]
    }

    func setApp(_ app: App, secret: AppSecret) async throws(BrokerError) {
        let shown =
            switch secret {
            case .line(let descriptor): Sample.text(from: descriptor)
            case .privateKey(let descriptor): "private key \(Sample.text(from: descriptor))"
            case .none: "no secret"
            }
        let protocolName = app.logInProtocol == .oauth1 ? "" : ", \(app.logInProtocol.rawValue)"
        try write(
            "set app \(app.name) of \(app.service), \(app.consumerKey), \(app.callback ?? "-"), \(shown)\(protocolName)"
        )
    }

    func setCallback(
        _ callback: String, ofApp name: String, of service: Service
    ) async throws(BrokerError) {
        try write("callback '\(callback)' of \(name) of \(service)")
    }

    func removeApp(_ name: String, of service: Service) async throws(BrokerError) {
        try write("remove app \(name) of \(service)")
    }

    func beginLogIn(_ request: LogInRequest) async throws(BrokerError) -> LogInStep {
        await beginning?.wait()
        try write(
            "log in \(request.method) \(request.service) \(request.app) \(request.username ?? "-") "
                + "\(request.description ?? "-") \(request.makeDefault) \(request.isAttended) "
                + (request.secret.map { Sample.text(from: $0) } ?? "-"))
        switch request.method {
        case .browser:
            let page = LogInVisit(url: "https://api.example/a", callback: "http://127.0.0.1:1/callback")
            return .visit(page, LogInHandle(rawValue: "h3"))
        case .pin:
            let page = LogInVisit(url: "https://api.example/authorize?oauth_token=1", note: "why")
            return .visit(page, LogInHandle(rawValue: "h1"))
        case .device:
            return .visit(Sample.deviceVisit, LogInHandle(rawValue: "h4"))
        case .xauth: return .confirmReplacement(of: Sample.alice, LogInHandle(rawValue: "h2"))
        case .token: return .done(Sample.nobody, warning: "the name is not known yet")
        }
    }

    func continueLogIn(
        _ handle: LogInHandle, with answer: LogInAnswer
    ) async throws(BrokerError) -> LogInStep {
        switch answer {
        case .pin(let descriptor):
            try write("continue \(handle.rawValue) with \(Sample.text(from: descriptor))")
            return .askAgain(why: "empty", remaining: 2, handle)
        case .browser:
            try write("continue \(handle.rawValue) with the browser")
            return .confirmAccount(username: "alice", .twitter, handle)
        case .yes:
            try write("continue \(handle.rawValue) with yes")
            return .done(Sample.alice, warning: nil)
        case .no:
            try write("continue \(handle.rawValue) with no")
            if handle.rawValue == "h1" { throw BrokerError(.cancelled, "nothing was stored") }
            return .done(Sample.alice, warning: nil)
        }
    }

    func cancelLogIn(_ handle: LogInHandle) async {
        try? write("cancel \(handle.rawValue)")
    }

    func details(of selector: AccountSelector) async throws(BrokerError) -> AccountDetails {
        try write("details of \(selector)")
        return AccountDetails(account: Sample.alice, urls: Sample.urls)
    }

    func update(_ selector: AccountSelector, with changes: AccountChanges) async throws(BrokerError) -> Account {
        try write("update \(selector): \(changes)")
        return Sample.alice
    }

    func remove(
        _ selector: AccountSelector, revoke: Bool, confirmed: Bool
    ) async throws(BrokerError) -> RemovalOutcome {
        try write("remove \(selector) \(revoke) \(confirmed)")
        return confirmed ? .removed(Sample.alice) : .needsConfirmation(Sample.nobody)
    }

    func accessLog(_ query: AccessLogQuery) async throws(BrokerError) -> AccessLogExcerpt {
        let programs = query.programs.map(\.description).joined(separator: " ")
        try write("log of '\(programs)' \(query.account?.description ?? "-") \(query.count)")
        return AccessLogExcerpt(records: Sample.uses, unreadable: 2)
    }

    func grants() async throws(BrokerError) -> [GrantListing] {
        try write("grants")
        return [Sample.listing, Sample.denial]
    }

    func grant(_ request: GrantRequest) async throws(BrokerError) -> GrantListing {
        try write(
            "grant \(request.program) \(request.target) \(request.permissions) \(request.decision) "
                + "\(request.duration ?? 0)")
        return Sample.listing
    }

    func revoke(_ program: ProgramIdentity, target: GrantTarget) async throws(BrokerError) -> Int {
        try write("revoke \(program) \(target)")
        return 3
    }
}
