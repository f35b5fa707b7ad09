import AccountModel
import AgentClient
import Testing

@Suite("Every operation of the broker arrives over D-Bus, with its answer")
struct BusMethodTests {
    @Test("accounts: what is unknown stays unknown, and no service means all")
    func accounts() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            #expect(try await harness.client.accounts(of: nil) == [Sample.alice, Sample.nobody])
            _ = try await harness.client.accounts(of: Sample.mastodon)
        }
        #expect(broker.asked == ["accounts of all", "accounts of mastodon/social.example"])
    }

    @Test("select, with every form of selector")
    func select() async throws {
        let broker = MirrorBroker()
        let selectors: [AccountSelector?] = [
            nil, .number(2), .name("123"), .qualified(Sample.mastodon, name: "alice"), .id(Sample.aliceID),
        ]
        try await BusHarness.with(broker) { (harness) async throws in
            for selector in selectors {
                let account = try await harness.client.select(selector, of: .twitter, for: [.read, .write])
                #expect(account == Sample.alice)
            }
            _ = try await harness.client.select(nil, of: nil, for: [])
        }
        #expect(
            broker.asked == [
                "select none of twitter for read write", "select 2 of twitter for read write",
                "select @123 of twitter for read write",
                "select mastodon/social.example:alice of twitter for read write",
                "select \(Sample.aliceID) of twitter for read write", "select none of all for ",
            ])
    }

    @Test("access to an account, to all of a service, and by the selection rule; a denial is an answer")
    func requestAccess() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            let client = harness.client
            #expect(try await client.requestAccess(to: .selected(.id(Sample.aliceID)), of: .twitter, for: .read))
            #expect(try await client.requestAccess(to: .service(.twitter), of: .twitter, for: .read))
            #expect(try await !client.requestAccess(to: .selected(nil), of: .twitter, for: .write))
        }
        #expect(
            broker.asked == [
                "access to \(GrantTarget.selected(.id(Sample.aliceID))) of twitter for read",
                "access to \(GrantTarget.service(.twitter)) of twitter for read",
                "access to \(GrantTarget.selected(nil)) of twitter for write",
            ])
    }

    @Test("sign keeps order, repeats and empty values of parameters, and tells no body from an empty one")
    func sign() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            let signed = try await harness.client.sign(Sample.post, as: Sample.aliceID)
            #expect(
                signed
                    == SignedRequest(
                        method: "POST", url: Sample.post.url + "?signed",
                        headers: [HeaderField("Authorization", "OAuth x")], body: Array("status=a%20b".utf8)))
            let read = UnsignedRequest(method: "GET", url: "https://api.example/x")
            #expect(try await harness.client.sign(read, as: Sample.aliceID).body == nil)
        }
        #expect(broker.asked[0].hasSuffix(#"["status=a b", "status=", "ä=\n"]"#))
    }

    @Test("a renewal comes with its reason and the way out")
    func renew() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            #expect(try await harness.client.renew(Sample.aliceID) == Sample.renewal)
        }
        #expect(broker.asked == ["renew \(Sample.aliceID)"])
    }

    @Test("a credential comes as a descriptor of the caller's own")
    func credential() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            let file = try await harness.client.credential(of: Sample.aliceID)
            #expect(Sample.text(from: file) == "oauth_token=1&oauth_token_secret=2")
        }
        #expect(broker.asked == ["credential of \(Sample.aliceID)"])
    }

    @Test("sign picks the account in the same call")
    func signSelected() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            let signed = try await harness.client.sign(Sample.post, asSelected: .number(2), of: .twitter)
            #expect(signed.account == Sample.alice)
            #expect(signed.request == (try await harness.client.sign(Sample.post, as: Sample.aliceID)))
        }
        #expect(broker.asked[0] == "select 2 of twitter for write")
    }

    @Test("a request goes as an account, as an app with any name, or as nobody")
    func senders() async throws {
        let broker = MirrorBroker()
        let senders: [RequestSender] = [
            .account(Sample.aliceID), .app("ä b"), .app(""), .app("", of: .twitter), .nobody,
        ]
        let get = UnsignedRequest(method: "GET", url: "https://api.example/x")
        try await BusHarness.with(broker) { (harness) async throws in
            for sender in senders { _ = try await harness.client.perform(get, body: nil, as: sender) }
        }
        #expect(broker.asked == senders.map { "perform GET [] as \($0)" })
    }

    @Test("what a service said of an account, and whether two are to be merged")
    func learning() async throws {
        let broker = MirrorBroker()
        let people = [VerifiedPerson(userID: "12", username: nil), VerifiedPerson(userID: nil, username: "alice")]
        try await BusHarness.with(broker) { (harness) async throws in
            #expect(
                try await harness.client.learn(people[0], of: Sample.aliceID, merging: true) == .stored(Sample.alice))
            #expect(
                try await harness.client.learn(people[1], of: Sample.aliceID, merging: false)
                    == .wouldMerge(into: Sample.nobody))
        }
        #expect(
            broker.asked == [
                "learn \(people[0]) of \(Sample.aliceID) true", "learn \(people[1]) of \(Sample.aliceID) false",
            ])
    }

    @Test("an overview with all and with nothing in it, names and a picture")
    func frontEnds() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            for (selector, wanted) in [(AccountSelector.number(2), Sample.overview), (nil, Sample.emptyOverview)] {
                let overview = try await harness.client.overview(selector, of: .twitter)
                #expect(overview.keychain == wanted.keychain)
                #expect(overview.accounts == wanted.accounts)
                #expect(overview.acting == wanted.acting)
                #expect(overview.reason == wanted.reason)
                #expect(overview.trouble?.dbusMessage == wanted.trouble?.dbusMessage)
                #expect(overview.trouble?.code == wanted.trouble?.code)
                #expect(overview.apps == wanted.apps)
                #expect(overview.defaultService == wanted.defaultService)
                #expect(overview.log == wanted.log)
                #expect(overview.conflicts.map(\.dbusMessage) == wanted.conflicts.map(\.dbusMessage))
            }
            #expect(await harness.client.names() == Sample.names)
            #expect(try await harness.client.findings() == Sample.findings)
            let picture = try await harness.client.picture(at: "https://pbs.example/a.png")
            #expect(picture.headers[field: "Content-Type"] == "image/png")
        }
        #expect(
            broker.asked == [
                "overview of 2 of twitter", "overview of - of twitter", "names", "findings",
                "picture at https://pbs.example/a.png",
            ])
    }

    @Test("services, one or all, also those that cannot be read")
    func listings() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            #expect(try await harness.client.services(nil) == Sample.listings)
            #expect(try await harness.client.services(Sample.mastodon) == Sample.listings)
            #expect(try await harness.client.postingProfile(of: Sample.mastodon) == Sample.profile)
        }
        #expect(
            broker.asked == [
                "services all", "services mastodon/social.example", "posting profile of mastodon/social.example",
            ])
    }

    @Test("profile, and a credential that a service rejected")
    func services() async throws {
        let broker = MirrorBroker()
        try await BusHarness.with(broker) { (harness) async throws in
            #expect(try await harness.client.defaultService() == Sample.mastodon)
            #expect(try await harness.client.profile(of: Sample.mastodon) == Sample.profile)
            try await harness.client.noteRejectedCredential(of: Sample.aliceID)
        }
        #expect(
            broker.asked == ["default service", "profile of mastodon/social.example", "rejected \(Sample.aliceID)"])
    }

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

    @Test("an error arrives with its kind, its words and the next step")
    func errors() async throws {
        let codes: [BrokerError.Code] = [
            .failed, .invalidArgument, .notSignable, .urlNotAllowed, .inputRefused, .noSuchAccount, .unavailable,
            .fileError, .tryLater, .serviceRefused, .accessDenied, .notConfigured, .locked, .cancelled,
            .credentialRejected, .outcomeUnknown, BrokerError.Code(rawValue: "OfALaterRelease"),
        ]
        for code in codes {
            let sent = BrokerError(code, "what happened to @ä", nextStep: "acctstore list")
            try await BusHarness.with(MirrorBroker(trouble: sent)) { (harness) async throws in
                await #expect { try await harness.client.apps() } throws: { error in
                    guard let error = error as? BrokerError else { return false }
                    return error.code == sent.code && error.message == sent.message
                        && error.nextStep == sent.nextStep
                }
            }
        }
    }
}
