import AccountModel
import Testing

@Suite("What other programs keep is read")
struct ToolTests {
    @Test("profiles of twurl and t: every profile and app", arguments: [ForeignTool.twurl, .t])
    func profiles(tool: ForeignTool) throws {
        #expect(try read(Sample.twurl, by: tool) == Sample.twurlRead)
    }

    @Test("what an editor or another system makes of a file changes nothing")
    func spellings() throws {
        let windows = Sample.twurl.replacing("\n", with: "\r\n")
        #expect(try read(windows, by: .twurl) == Sample.twurlRead)
        #expect(try read([0xEF, 0xBB, 0xBF] + Array(Sample.twurl.utf8), by: .twurl) == Sample.twurlRead)
        let quoted = Sample.twurl.replacing("token: 1-token", with: "token: \"1-\\\n            token\"")
            .replacing("secret: tsecret1", with: "secret: 'tsecret1'")
        #expect(try read(quoted, by: .twurl)[2] == "account alice - app 0 1-token tsecret1 line 5")
        #expect(try read([0xEF, 0xBB, 0xBF] + Array(Sample.toot.utf8), by: .toot).count == 4)
    }

    @Test(
        "a profile that cannot be used is told with its line, and hides no other",
        arguments: [
            ("token: 1-token", "token:", "lost: the profile “alice” has no token, line 5"),
            (
                "token: 1-token", "token: 1 token",
                "lost: the profile “alice” has a token with a character that none has, line 8"
            ),
            (
                "token: 1-token", "token: |\n        1\n        2",
                "lost: the profile “alice” has a token with a character that none has, line 8"
            ),
            ("token: 1-token", "token: [a]", "lost: the profile “alice” has a token that is no text, line 8"),
            ("token: 1-token", "token: 1-token\n      token: 2", "lost: the profile “alice” has token twice, line 9"),
            (
                "token: 1-token\n      secret: tsecret1", "token: 1-token",
                "lost: the profile “alice” has no secret, line 5"
            ),
        ])
    func oneProfile(old: String, new: String, told: String) throws {
        let found = try read(Sample.twurl.replacing(old, with: new), by: .twurl)
        #expect(found.contains(told), "\(found)")
        #expect(found.count { $0.hasPrefix("account bob") } == 2)
        #expect(!found.contains { $0.hasPrefix("account alice") })
    }

    @Test("an empty profile is none, and nothing is lost with it")
    func hollow() throws {
        let text = "profiles:\n  alice:\n  bob: {}\n  carol:\n    ck:\n      token:\nconfiguration: {}\n"
        #expect(
            try read(text, by: .twurl) == [
                "left: the profile “alice” is empty, line 2", "left: the profile “bob” is empty, line 3",
                "left: the profile “carol” is empty, line 5",
            ])
        #expect(try read("---\nprofiles: {}\nconfiguration: {}\n", by: .twurl) == [])
        #expect(try read("", by: .twurl) == [])
    }

    @Test("two profiles of one name are two, as are two lists of profiles")
    func twice() throws {
        let text =
            "profiles:\n  a:\n    k: {consumer_secret: s, token: t1, secret: u}\n  a:\n"
            + "    k: {consumer_secret: s, token: t2, secret: u}\nprofiles:\n  b:\n    k: {consumer_secret: s, token: t3, secret: u}\n"
        #expect(try read(text, by: .t).filter { $0.hasPrefix("account") }.count == 3)
    }

    @Test("a bearer token of an app alone is no account, and what else is there is told")
    func notTaken() throws {
        let found = try read(Sample.twurl + "bearer_tokens:\n  ckey1: AAAA\naliases:\n  h: /1.1/x.json\n", by: .twurl)
        #expect(found[5].hasPrefix("lost: the bearer token of the app “ckey1” is for no person"))
        #expect(found[6] == "lost: “aliases” is not taken over, line 30")
        #expect(!found.joined().contains("AAAA"))
    }

    @Test("apps of xurl: tokens of both protocols, and an empty default app is told and skipped")
    func xurl() throws {
        let found = try read(Sample.xurl, by: .xurl)
        #expect(
            found == [
                "app work - cid csecret oauth2 line 6", "app work-oauth1 - ckey consumer oauth1 line 25",
                "account alice - app 0 access1 refresh1 1750000000 line 11",
                "account bob - app 0 access2 - - line 17", "account - - app 1 1-token tsecret line 23",
                "left: the app “default” is empty, line 3",
                "lost: the bearer token of the app “work” is for no person; requests as the app alone need none (-a app), "
                    + "line 30",
            ])
    }

    @Test("the older file of xurl has no client id: the app has to be named")
    func oldXurl() throws {
        #expect(
            try read(Sample.oldXurl, by: .xurl) == [
                "app - - ckey consumer oauth1 line 14", "account alice - app - access1 refresh1 1750000000 line 3",
                "account - - app 0 1-token tsecret line 12",
                "lost: the bearer token is for no person; requests as the app alone need none (-a app), line 21",
            ])
    }

    @Test("toot: the server is the one of the address, whatever domain it speaks for")
    func toot() throws {
        #expect(
            try read(Sample.toot, by: .toot) == [
                "app - mastodon/social.example cid csecret oauth2 line 3",
                "app - mastodon/masto.example.org cid2 csecret2 oauth2 line 9",
                "account alice mastodon/social.example app 0 access1 - - line 17",
                "account bob mastodon/masto.example.org app 1 access2 - - line 22",
            ])
    }

    @Test("what a later release keeps beside what is known here is told, so that it is not wiped with the file")
    func later() throws {
        let app = Sample.xurl.replacing(
            "    default_user: alice", with: "    default_user: alice\n        oauth3_tokens: {a: b}")
        #expect(try read(app, by: .xurl).contains("lost: “oauth3_tokens” of the app “work” is not taken over, line 9"))
        let old = Sample.oldXurl.replacing("\"file_path\":", with: "\"oauth3\": \"a\",\n\"file_path\":")
        #expect(try read(old, by: .xurl).contains("lost: “oauth3” is not taken over, line 22"))
        let toot = Sample.toot.replacing(
            "\"active_user\":", with: "\"more_users\": {\"a\": 1}, \"none\": {}, \"active_user\":")
        #expect(try read(toot, by: .toot).last == "lost: “more_users” is not taken over, line 28")
    }

    @Test(
        "what is there in another shape, or beside what is known, is told, so that it is not wiped with the file",
        arguments: [
            (ForeignTool.twurl, "profiles: {}\nbearer_tokens: AAAA\n", "lost: bearer_tokens is no mapping, line 2"),
            (
                .twurl, "profiles: {a: {k: {consumer_secret: s, token: t, secret: u, refresh: r}}}\n",
                "lost: “refresh” of the profile “a” is not taken over, line 1"
            ),
            (
                .toot, #"{"apps": {}, "users": [{"instance": "m.example", "access_token": "a"}]}"#,
                "lost: users is no mapping, line 1"
            ),
            (.toot, #"{"apps": "x", "users": {}}"#, "lost: apps is no mapping, line 1"),
            (
                .toot,
                #"{"users": {"a@m.example": {"instance": "m.example", "access_token": "a", "refresh_token": "r"}}}"#,
                "lost: “refresh_token” of the user “a@m.example” is not taken over, line 1"
            ),
            (
                .toot, #"{"apps": {"m.example": {"client_id": "i", "client_secret": "s", "token": "t"}}}"#,
                "lost: “token” of the app for “m.example” is not taken over, line 1"
            ),
            (
                .xurl, "apps: {a: {client_id: i, oauth2_tokens: [t]}}\n",
                "lost: oauth2_tokens of the app “a” is no mapping, line 1"
            ),
            (
                .xurl, "apps: {a: {client_secret: s}}\n",
                "lost: the app “a” has a client_secret and no client_id, line 1"
            ),
            (
                .xurl, "apps: {a: {client_id: i, oauth2_tokens: {p: {oauth2: {access_token: t, id_token: j}}}}}\n",
                "lost: “id_token” of the token of “p” is not taken over, line 1"
            ),
        ])
    func otherShapes(tool: ForeignTool, text: String, told: String) throws {
        let found = try read(text, by: tool)
        #expect(found.contains(told), "\(found)")
    }

    @Test("a user of an app that is not taken is not taken either: its token is for another server")
    func usersOfAnotherServer() throws {
        let text = #"""
            {"apps": {"m.example": {"base_url": "https://real.example/masto", "client_id": "i", "client_secret": "s"}},
            "users": {"a@m.example": {"instance": "m.example", "username": "a", "access_token": "t"}}}
            """#
        let found = try read(text, by: .toot)
        #expect(found.last == "lost: the user “a@m.example” is of an app that is not taken, line 2")
        #expect(!found.contains { $0.hasPrefix("account") })
    }

    @Test(
        "rainbowstream: two lines, with any line ends",
        arguments: ["1-token\ntsecret\n", "1-token\ntsecret", "1-token\r\ntsecret\r\n", " 1-token \ntsecret\n\n"])
    func twoLines(text: String) throws {
        #expect(try read(text, by: .rainbowstream) == ["account - - app - 1-token tsecret line 1"])
    }
}
