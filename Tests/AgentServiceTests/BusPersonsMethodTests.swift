import AccountModel
import AgentClient
import Testing

@Suite("Every one of the person's commands arrives over D-Bus, with its answer")
struct BusPersonsMethodTests {
    @Test("apps: the secret goes as a descriptor")
    func apps() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            #expect(try await harness.client.apps() == [Sample.app])
            try await harness.client.setApp(Sample.app, secret: Sample.descriptor(of: "secret"))
            var modern = Sample.app
            modern.logInProtocol = .oauth2
            modern.callback = nil
            try await harness.client.setApp(modern, secret: .none)
            try await harness.client.setApp(modern, secret: .privateKey(Sample.descriptor(of: "pem")))
            try await harness.client.setCallback("", ofApp: "other", of: .twitter)
            try await harness.client.removeApp("other", of: .twitter)
        }
        #expect(
            broker.asked == [
                "apps", "set app other of mastodon/social.example, key, http://127.0.0.1:8765/, secret",
                "set app other of mastodon/social.example, key, -, no secret, oauth2",
                "set app other of mastodon/social.example, key, -, private key pem, oauth2",
                "callback '' of other of twitter", "remove app other of twitter",
            ])
    }

    @Test("a visit arrives with all that it has")
    func visit() async throws {
        try await BusHarness.with(MirrorBroker()) { (harness) async throws in
            let step = try await harness.client.beginLogIn(.init(service: .twitter, method: .device))
            guard case .visit(let visit, _) = step else { return #expect(Bool(false), "\(step)") }
            #expect(visit == Sample.deviceVisit)
        }
    }

    @Test("a log-in, with each of its steps and answers")
    func logIn() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            let client = harness.client
            guard case .visit(let page, let first) = try await client.beginLogIn(.init(service: .twitter, method: .pin))
            else { return #expect(Bool(false), "no address to visit") }
            #expect(page == LogInVisit(url: "https://api.example/authorize?oauth_token=1", note: "why"))
            guard
                case .askAgain("empty", 2, first) = try await client.continueLogIn(
                    first, with: .pin(Sample.descriptor(of: "0123")))
            else { return #expect(Bool(false), "not asked again") }
            await client.cancelLogIn(first)
            let browser = LogInRequest(service: .twitter, method: .browser, isAttended: true)
            guard case .visit(let page, let third) = try await client.beginLogIn(browser),
                page == LogInVisit(url: "https://api.example/a", callback: "http://127.0.0.1:1/callback"),
                case .confirmAccount("alice", .twitter, third) = try await client.continueLogIn(third, with: .browser)
            else { return #expect(Bool(false), "no browser") }
            let request = LogInRequest(
                service: .twitter, app: "mine", method: .xauth, username: "alice", description: "work",
                makeDefault: true, secret: Sample.descriptor(of: "password"))
            guard case .confirmReplacement(Sample.alice, let second) = try await client.beginLogIn(request)
            else { return #expect(Bool(false), "nothing to confirm") }
            guard case .done(Sample.alice, nil) = try await client.continueLogIn(second, with: .yes)
            else { return #expect(Bool(false), "not done") }
            _ = try await client.continueLogIn(second, with: .no)
            guard
                case .done(Sample.nobody, "the name is not known yet") = try await client.beginLogIn(
                    .init(service: Sample.mastodon, method: .token))
            else { return #expect(Bool(false), "no warning") }
        }
        #expect(
            broker.asked == [
                "log in pin twitter default - - false false -", "continue h1 with 0123", "cancel h1",
                "log in browser twitter default - - false true -", "continue h3 with the browser",
                "log in xauth twitter mine alice work true false password", "continue h2 with yes",
                "continue h2 with no",
                "log in token mastodon/social.example default - - false false -",
            ])
    }

    @Test("details, changes and removal of an account")
    func account() async throws {
        let broker = MirrorBroker()
        let changes = AccountChanges(description: "", isDefault: false, ask: .once)
        try await BusHarness.with(broker) { (harness) async throws in
            let client = harness.client
            #expect(
                try await client.details(of: .number(2)) == AccountDetails(account: Sample.alice, urls: Sample.urls))
            #expect(try await client.update(.name("alice"), with: changes) == Sample.alice)
            #expect(try await client.update(.name("alice"), with: AccountChanges()) == Sample.alice)
            #expect(
                try await client.remove(.number(2), revoke: true, confirmed: true) == .removed(Sample.alice))
            #expect(
                try await client.remove(.number(7), revoke: false, confirmed: false)
                    == .needsConfirmation(Sample.nobody))
        }
        #expect(
            broker.asked == [
                "details of 2", "update @alice: \(changes)", "update @alice: \(AccountChanges())",
                "remove 2 true true", "remove 7 false false",
            ])
    }

    @Test("grants: listed, given and taken back")
    func grants() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            let client = harness.client
            #expect(try await client.grants() == [Sample.listing, Sample.denial])
            let request = GrantRequest(
                program: .script("/home/alice/bin/nightly"), target: .service(.twitter), permissions: [.read, .write],
                decision: .deny, duration: 28800)
            #expect(try await client.grant(request) == Sample.listing)
            #expect(try await client.revoke(.any, target: .everything) == 3)
            let query = AccessLogQuery(
                programs: [.script("/home/alice/bin/nightly"), .cron], account: .name("alice"), count: 1_000_000)
            #expect(
                try await client.accessLog(query) == AccessLogExcerpt(records: Sample.uses, unreadable: 2))
            _ = try await client.accessLog(AccessLogQuery(count: 1))
        }
        #expect(
            broker.asked == [
                "grants",
                "grant script:/home/alice/bin/nightly \(GrantTarget.service(.twitter)) read write deny 28800",
                "revoke any everything",
                "log of 'script:/home/alice/bin/nightly cron' @alice 1000000", "log of '' - 1",
            ])
    }
}
