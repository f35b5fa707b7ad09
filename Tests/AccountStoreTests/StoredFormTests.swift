import AccountModel
import AccountStore
import AccountStoreTesting
import SecretBytes
import Testing

@Suite struct StoredFormTests {
    private let fixture = StoreFixture()

    @Test func anAccountIsStoredAsDocumented() async throws {
        let alice = try await fixture.addAccount("alice", id: "123", description: "mine")
        let item = try #require(fixture.records(.account).first)
        #expect(
            item.stored.record.attributes == [
                "service": "twitter", "app": "default", "user-id": "123", "id": alice.id.description, "number": "1",
                "username": "alice", "description": "mine", "state": "ok", "ask": "once",
            ])
        #expect(item.stored.record.label == "@alice (twitter)")
        #expect(
            item.secret == #"{"version":1,"consumer_key":"ck","consumer_secret":"cs","token":"tk-alice","#
                + #""token_secret":"ts-alice","signature_method":"HMAC-SHA1","urls":{"api":"https://api.x.com/","#
                + #""upload":"https://upload.x.com/","request_token":"https://api.x.com/oauth/request_token","#
                + #""authorize":"https://api.x.com/oauth/authorize","#
                + #""access_token":"https://api.x.com/oauth/access_token","#
                + #""invalidate_token":"https://api.x.com/1.1/oauth/invalidate_token.json"}}"#)
    }

    @Test func grantsAppsAndSettingsAreStoredAsDocumented() async throws {
        let alice = try await fixture.addAccount("alice", id: "123", makeDefault: true)
        try await fixture.setApp(.twitter, key: "key", secret: "secret")
        try await fixture.allow(nightly, duration: 3600)
        #expect(
            fixture.records(.settings).map(\.stored.record.attributes) == [
                ["default": alice.id.description, "next-number": "2"]
            ])
        #expect(fixture.records(.app).map(\.stored.record.attributes) == [["service": "twitter", "app": "default"]])
        #expect(
            fixture.records(.app).map(\.secret) == [#"{"version":1,"consumer_key":"key","consumer_secret":"secret"}"#])
        let grant = try #require(fixture.records(.grant).first)
        #expect(
            grant.stored.record.attributes == [
                "program": "script:/home/alice/bin/nightly", "service": "twitter", "account": alice.id.description,
                "decision": "allow", "permissions": "read write", "created": "2023-11-14T22:13:20Z",
                "expires": "2023-11-14T23:13:20Z",
            ])
        #expect(fixture.records(.grant).map(\.secret) == [#"{"version":1}"#])
    }

    @Test func aSecretIsOneLineWithTwoKindsOfEscapesOnly() async throws {
        let secret = #"a"b\c/é😀"#
        try await fixture.setApp(.twitter, secret: secret)
        #expect(
            fixture.records(.app).map(\.secret) == [
                #"{"version":1,"consumer_key":"ck","consumer_secret":"a\"b\u005cc/é😀"}"#
            ])
        // The app's secret is used as it was given: a log-in with it stores the same again.
        let step = try await fixture.logIn(.token, to: .twitter, secret: "oauth_token=t&oauth_token_secret=s&user_id=1")
        #expect(step.account?.number == 1)
        #expect(fixture.records(.account).first?.secret.contains(#""consumer_secret":"a\"b\u005cc/é😀""#) == true)
    }

    @Test func whatThisReleaseDoesNotKnowIsKept() async throws {
        let alice = try await fixture.addAccount("alice", id: "123")
        try await rewriteSecret { String($0.dropLast()) + #","later":{"a":[1,"}"]}}"# }
        try await fixture.keychain.update(
            try #require(fixture.records(.account).first).stored.reference,
            to: try withAttribute("color", "blue"), secret: nil)
        _ = try await fixture.addAccount("alice", id: "123")
        let item = try #require(fixture.records(.account).first)
        #expect(item.secret.hasSuffix(#","later":{"a":[1,"}"]}}"#))
        #expect(item.stored.record.attributes["color"] == "blue")
        #expect(item.stored.record.attributes["id"] == alice.id.description)
    }

    @Test func whatIsKeptIsWrittenOnOneLineToo() async throws {
        _ = try await fixture.addAccount("alice", id: "123")
        try await rewriteSecret {
            String($0.dropLast()) + ",\"later\":{\n \"a\":\t[1,\r\n\"b\\\\c\\n\\/\\\"\\u00e9 d\"]}}"
        }
        _ = try await fixture.addAccount("alice", id: "123")
        let item = try #require(fixture.records(.account).first)
        #expect(item.secret.hasSuffix(#","later":{ "a":[1,"b\u005cc\u000a\u002f\"\u00e9 d"]}}"#))
    }

    @Test func aRecordOfALaterReleaseIsLeftAlone() async throws {
        let alice = try await fixture.addAccount("alice", id: "123")
        try await rewriteSecret { _ in #"{"version":2,"token":"other"}"# }
        let before = fixture.records(.account).map(\.secret)
        await expectError(.notConfigured) { _ = try await fixture.terminal.sign(post, as: alice.id) }
        await expectError(.notConfigured) { _ = try await fixture.addAccount("alice", id: "123") }
        await expectError(.notConfigured) {
            _ = try await fixture.terminal.update(.number(1), with: AccountChanges(description: "x"))
        }
        await expectError(.notConfigured) {
            _ = try await fixture.terminal.remove(.number(1), revoke: false, confirmed: true)
        }
        #expect(fixture.records(.account).map(\.secret) == before)
        #expect(try await fixture.terminal.accounts(of: nil) == [alice])
    }

    @Test(arguments: ["", "{", #"{"version":1}"#, #"{"version":1,"token":}"#, "[]", #"{"version":1} x"#, "\u{0}"])
    func aDamagedSecretIsNamedAndLeftAlone(_ secret: String) async throws {
        let alice = try await fixture.addAccount("alice", id: "123")
        try await rewriteSecret { _ in secret }
        let error = await expectError(.notConfigured) { _ = try await fixture.terminal.sign(post, as: alice.id) }
        #expect(error.message.contains("@alice (1, twitter)"))
        #expect(error.nextStep?.contains("Login") == true)
        #expect(fixture.records(.account).map(\.secret) == [secret])
        // Being rid of it is the person's way out.
        _ = try await fixture.terminal.remove(.number(1), revoke: false, confirmed: true)
        #expect(try await fixture.terminal.accounts(of: nil).isEmpty)
    }

    @Test func aDamagedAppAndADamagedGrantCanBeRemovedAndLaterOnesCannot() async throws {
        _ = try await fixture.addAccount("alice", id: "123")
        for (secret, isRemovable) in [("{", true), (#"{"version":2}"#, false)] {
            try await fixture.setApp(.twitter)
            try await fixture.allow(nightly)
            for item in fixture.records(.app) + fixture.records(.grant) {
                try await fixture.keychain.update(
                    item.stored.reference, to: item.stored.record, secret: .init(text: secret))
            }
            let attempts: [() async throws -> Void] = [
                { try await fixture.terminal.removeApp("default", of: .twitter) },
                { _ = try await fixture.terminal.revoke(nightly, target: .everything) },
            ]
            for attempt in attempts {
                if isRemovable {
                    try await attempt()
                } else {
                    await expectError(.notConfigured) { try await attempt() }
                }
            }
            let left = fixture.records(.app).count + fixture.records(.grant).count
            #expect(left == (isRemovable ? 0 : 2))
        }
    }

    @Test func itemsMadeByHandHideNoOthersAndAreNotTouched() async throws {
        let odd: [[String: String]] = [
            [:], ["service": "twitter"], ["number": "-1"], ["number": "99999999999999999999"],
            ["service": "twitter", "app": "a", "user-id": "1", "id": "no", "number": "2"],
            ["service": "TW ITTER", "app": "a", "user-id": "1", "id": "x", "number": "7"],
        ]
        for attributes in odd {
            fixture.keychain.plant(Record(schema: .account, attributes: attributes, label: "odd"), secret: "x")
            fixture.keychain.plant(Record(schema: .grant, attributes: attributes, label: "odd"), secret: "x")
            fixture.keychain.plant(Record(schema: .app, attributes: attributes, label: "odd"), secret: "x")
        }
        let alice = try await fixture.addAccount("alice", id: "123")
        #expect(alice.number == 8)
        #expect(try await fixture.terminal.accounts(of: nil) == [alice])
        #expect(try await fixture.terminal.grants().isEmpty)
        #expect(try await fixture.terminal.apps().isEmpty)
        #expect(fixture.keychain.contents.filter { $0.secret == "x" }.count == 18)
    }

    @Test func twoItemsOfOneIdentityAreNamedWithTheirPlaces() async throws {
        let alice = try await fixture.addAccount("alice", id: "123")
        let item = try #require(fixture.records(.account).first)
        fixture.keychain.plant(item.stored.record, secret: item.secret, place: "Other")
        let before = fixture.keychain.contents.map(\.secret)
        for attempt in [
            { _ = try await fixture.terminal.sign(post, as: alice.id) },
            { _ = try await fixture.terminal.select(.name("alice"), of: nil, for: .read) },
            { _ = try await fixture.terminal.select(nil, of: nil, for: .read) },
            { _ = try await fixture.terminal.remove(.number(1), revoke: false, confirmed: true) },
            { _ = try await fixture.addAccount("alice", id: "123") },
        ] as [() async throws -> Void] {
            let error = await expectError(.notConfigured) { try await attempt() }
            #expect(error.message.contains("\"Login\"") && error.message.contains("\"Other\""))
        }
        #expect(fixture.keychain.contents.map(\.secret) == before)
        #expect(try await fixture.terminal.accounts(of: nil).count == 2)
        let told = try await fixture.terminal.overview(nil, of: nil).conflicts
        #expect(told.count == 1 && told[0].message.hasPrefix("account 1 is kept twice: in "))
        #expect(told[0].message.contains("\"Login\"") && told[0].message.contains("\"Other\""))
        #expect(try await fixture.broker(nightly).overview(nil, of: nil).conflicts.isEmpty)
    }

    @Test func aNumberThatTwoAccountsHaveIsToldAndTheirIdsTellThemApart() async throws {
        let alice = try await fixture.addAccount("alice", id: "123")
        _ = try await fixture.addAccount("bob", id: "124")
        #expect(try await fixture.terminal.overview(nil, of: nil).conflicts.isEmpty)
        var item = try #require(fixture.records(.account).first { $0.stored.record.attributes["number"] == "2" })
        item.stored.record.attributes["number"] = "1"
        try await fixture.keychain.update(item.stored.reference, to: item.stored.record, secret: nil)
        let told = try await fixture.terminal.overview(nil, of: nil).conflicts
        #expect(told.map(\.code) == [.notConfigured] && told[0].message.hasPrefix("account 1 is several accounts: in "))
        let error = await expectError(.invalidArgument) {
            _ = try await fixture.terminal.select(.number(1), of: nil, for: .read)
        }
        #expect(error.nextStep?.hasPrefix("name one by its id, such as \(alice.id);") == true)
        #expect(try await fixture.terminal.select(.id(alice.id), of: nil, for: .read) == alice)
    }

    @Test func listingAndSelectingReadNoSecret() async throws {
        _ = try await fixture.addAccount("alice", id: "123")
        try await fixture.allow(nightly)
        let before = fixture.keychain.calls(.secrets)
        _ = try await fixture.terminal.accounts(of: nil)
        _ = try await fixture.broker(nightly).select(nil, of: nil, for: .write)
        #expect(fixture.keychain.calls(.secrets) == before)
    }

    private func rewriteSecret(_ change: (String) -> String) async throws {
        let item = try #require(fixture.records(.account).first)
        try await fixture.keychain.update(
            item.stored.reference, to: item.stored.record, secret: .init(text: change(item.secret)))
    }

    private func withAttribute(_ name: String, _ value: String) throws -> Record {
        var record = try #require(fixture.records(.account).first).stored.record
        record.attributes[name] = value
        return record
    }
}
