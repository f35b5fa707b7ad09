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
