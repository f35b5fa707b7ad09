import AccountModel
import CommandLineKit
import Testing

@Suite("add and app")
struct LogInTests {
    static let handle = LogInHandle(rawValue: "h1")
    static let url = "https://api.example/oauth/authorize?oauth_token=" + String(repeating: "x", count: 120)
    static let pin = RecordingBroker.Script(
        logIn: [.visit(LogInVisit(url: url), handle), .done(Samples.bob, warning: nil)])

    @Test(
        "PIN: the address whole on a line of its own before the PIN is asked for at the terminal; stdout is the number")
    func typedPIN() async throws {
        let outcome = try await TestRun(script: Self.pin, typed: ["0123456"], isInteractive: true).run("add")
        #expect(outcome.status == 0)
        #expect(outcome.output == "2\n")
        #expect(outcome.messages.split(separator: "\n").contains(Self.url[...]))
        #expect(outcome.messages.hasSuffix("added @bob (2, twitter)\n"))
        #expect(outcome.shown == ["PIN: "])
        #expect(outcome.calls == ["begin twitter default pin attended user: -", "pin: 0123456"])
    }

    @Test("PIN from a pipe: the address first, then one line is read")
    func pipedPIN() async throws {
        let outcome = try await TestRun(script: Self.pin, input: Array("0123456\nrest".utf8)).run("add", "--pin")
        #expect(outcome.status == 0)
        #expect(outcome.output == "2\n")
        #expect(outcome.messages.contains("\n\(Self.url)\n"))
        #expect(outcome.calls.last == "pin: 0123456")
    }

    @Test("PIN with nothing on stdin: no request, 64, and how to go on")
    func noPIN() async throws {
        let runs = [TestRun(script: Self.pin), TestRun(script: Self.pin, typed: ["1"])]
        for run in runs {
            let outcome = try await run.run("add", "twitter", "--pin")
            #expect(outcome.status == 64)
            #expect(outcome.connections == 0)
            #expect(outcome.messages.contains("PIN needed"))
            #expect(
                outcome.messages.contains(
                    "\nnext: acctstore add twitter --pin\nnext: acctstore add twitter --token-stdin < FILE\n"))
        }
    }

    @Test("an empty PIN is asked for again")
    func emptyPIN() async throws {
        var script = Self.pin
        script.logIn.insert(.askAgain(why: "the PIN was empty", remaining: 2, Self.handle), at: 1)
        let outcome = try await TestRun(script: script, typed: ["", "7"], isInteractive: true).run("add")
        #expect(outcome.shown == ["PIN: ", "PIN: "])
        #expect(outcome.messages.contains("the PIN was empty; 2 more to try\n"))
        #expect(outcome.calls == ["begin twitter default pin attended user: -", "pin: ", "pin: 7"])
    }

    @Test(
        "with a keychain that closed meanwhile, a vault that is open by now is told, and else the person tries again or not"
    )
    func unsaved() async throws {
        var script = Self.pin
        script.logIn = [.unsaved(why: "the keychain is locked", Self.handle), .done(Samples.bob, warning: nil)]
        let tokens = Array("oauth_token=a&oauth_token_secret=b\n".utf8)
        let yes = try await TestRun(script: script, typed: ["yes"], input: tokens).run("add", "--token-stdin")
        #expect(yes.shown == ["Try again to store the log-in? yes, no: "])
        #expect(yes.messages.hasPrefix("the keychain is locked; what the log-in brought is kept meanwhile\n"))
        #expect(yes.output == "2\n" && yes.calls.last == "yes")
        let no = try await TestRun(script: script, typed: ["no"], input: tokens).run("add", "--token-stdin")
        #expect(no.calls.last == "no")
        script.keychain = KeychainStatus(kind: "vault", path: "/v", state: .open)
        let opened = try await TestRun(script: script, typed: [], input: tokens).run("add", "--token-stdin")
        #expect(opened.shown.isEmpty && opened.output == "2\n" && opened.calls.last == "yes")
    }

    @Test("where nobody can be asked, another command opens it; one that is open is tried again once, and no more")
    func unsavedUnattended() async throws {
        var script = Self.pin
        script.keychain = KeychainStatus(kind: "secret-service", state: .unknown)
        let unsaved = LogInStep.unsaved(why: "the question was dismissed", Self.handle)
        script.logIn = [unsaved, .done(Samples.bob, warning: nil)]
        let tokens = Array("oauth_token=a&oauth_token_secret=b\n".utf8)
        script.closedOverviews = 1
        let waited = try await TestRun(script: script, input: tokens).run("add", "--token-stdin")
        #expect(waited.messages.contains("acctstore unlock: waiting for that\n") && waited.output == "2\n")
        script.closedOverviews = 0
        let open = try await TestRun(script: script, input: tokens).run("add", "--token-stdin")
        #expect(!open.messages.contains("waiting for that") && open.output == "2\n")
        script.logIn = [unsaved, unsaved, unsaved, .done(Samples.bob, warning: nil)]
        let refused = try await TestRun(script: script, input: tokens).run("add", "--token-stdin")
        #expect(refused.status == 80 && refused.output.isEmpty)
        #expect(refused.calls.filter { ["yes", "no"].contains($0) } == ["yes", "no"])
    }

    @Test("a stored identity is replaced after a yes on the terminal, and left alone otherwise")
    func replacement() async throws {
        var script = Self.pin
        script.logIn = [.confirmReplacement(of: Samples.alice, Self.handle), .done(Samples.alice, warning: "old app")]
        let tokens = Array("oauth_token=a&oauth_token_secret=b\n".utf8)
        let yes = try await TestRun(script: script, typed: ["yes"], input: tokens).run("add", "--token-stdin")
        #expect(yes.shown == ["@alice (1, twitter) is stored already. Replace its credential? yes, no: "])
        #expect(yes.messages == "warning: old app\nadded @alice (1, twitter)\n")
        #expect(yes.output == "1\n")
        let no = try await TestRun(script: script, typed: ["no"], input: tokens).run("add", "--token-stdin")
        #expect(no.status == 80)
        #expect(no.calls.last == "no")
        let nobody = try await TestRun(script: script, input: tokens).run("add", "--token-stdin")
        #expect(nobody.status == 64)
        #expect(nobody.messages.contains("next: add --user alice to the command\n"))
        #expect(nobody.calls.last == "cancel")
    }

    @Test("xAuth: the password is typed unseen, or comes from stdin")
    func xauth() async throws {
        let script = RecordingBroker.Script(logIn: [.done(Samples.alice, warning: nil)])
        let typed = try await TestRun(script: script, typed: ["pass word"]).run(
            "add", "twitter", "--xauth", "--user", "@alice")
        #expect(typed.shown == ["Password of @alice at twitter: (hidden)"])
        #expect(typed.calls == ["begin twitter default xauth user: alice secret: pass word"])
        let piped = try await TestRun(script: script, input: Array("pw\n".utf8)).run(
            "add", "local", "--xauth", "--user", "alice", "--password-stdin", "--app", "mine")
        #expect(piped.calls == ["begin local mine xauth user: alice secret: pw"])
        let nobody = try await TestRun(script: script).run("add", "--xauth", "--user", "alice")
        #expect(nobody.status == 64)
        #expect(nobody.connections == 0)
    }

    @Test("app set: the secret is typed unseen, or comes from stdin, and is in no text")
    func appSet() async throws {
        let typed = try await TestRun(typed: ["s3cret"]).run("app", "set", "twitter", "--key", "K")
        #expect(typed.shown == ["Consumer secret of app 'default' at twitter: (hidden)"])
        #expect(typed.calls == ["profile of twitter", "services twitter", "setApp twitter default K secret: s3cret"])
        #expect(typed.output.isEmpty)
        #expect(typed.messages == "kept app 'default' of twitter\n")
        let piped = try await TestRun(input: Array("s3cret\n".utf8)).run(
            "app", "set", "twitter", "--key", "K", "--secret-stdin")
        #expect(piped.calls == ["profile of twitter", "services twitter", "setApp twitter default K secret: s3cret"])
        for run in [TestRun(), TestRun(typed: ["s3cret"])] {
            let outcome = try await run.run("app", "set", "twitter", "--key", "K", "--no-prompt")
            #expect(outcome.status == 64)
            #expect(outcome.connections == 0)
        }
        let empty = try await TestRun().run("app", "set", "twitter", "--key", "K", "--secret-stdin")
        #expect(empty.status == 64)
    }

    @Test("app set: an app for OAuth 2.0 has a client secret, or none; a private key is a file that is opened here")
    func appKinds() async throws {
        let confidential = try await TestRun(typed: ["s3cret"]).run("app", "set", "twitter", "--key", "ID", "--oauth2")
        #expect(confidential.shown == ["Client secret of app 'default' at twitter: (hidden)"])
        #expect(
            confidential.calls == [
                "profile of twitter", "services twitter", "setApp twitter default ID oauth2 secret: s3cret",
            ])
        let open = try await TestRun().run("app", "set", "twitter", "--key", "ID", "--public")
        #expect(open.shown.isEmpty && open.status == 0)
        #expect(open.calls == ["profile of twitter", "services twitter", "setApp twitter default ID oauth2 public"])
        let signing = try await TestRun().run("app", "set", "twitter", "--key", "K", "--rsa-key", "/dev/null")
        #expect(signing.calls == ["profile of twitter", "services twitter", "setApp twitter default K key: "])
        let missing = try await TestRun().run("app", "set", "twitter", "--key", "K", "--rsa-key", "/nonexistent/key")
        #expect(missing.status == 74 && missing.connections == 0)
        for words: [RawArgument] in [
            ["--public", "--secret-stdin"], ["--rsa-key", "/dev/null", "--secret-stdin"], ["--public", "--oauth2"],
            ["--rsa-key", "/dev/null", "--oauth2"],
        ] {
            let both = try await TestRun(input: Array("x\n".utf8)).run(["app", "set", "twitter", "--key", "K"] + words)
            #expect(both.status == 64 && both.connections == 0)
        }
    }

    @Test("the code for another device, where to type it, and the address that has it already")
    func device() async throws {
        let page = LogInVisit(
            url: "https://a.example/device", userCode: "WDJB-MJHT", completeURL: "https://a.example/device?c=WDJB-MJHT")
        let script = RecordingBroker.Script(
            logIn: [.visit(page, Self.handle), .done(Samples.bob, warning: nil)], browserReturns: true)
        for run in [TestRun(script: script), TestRun(script: script, typed: [], isInteractive: true)] {
            let outcome = try await run.run("add", "--device")
            #expect(outcome.status == 0 && outcome.output == "2\n")
            #expect(outcome.messages.contains("and type the code WDJB-MJHT:\n\nhttps://a.example/device\n"))
            #expect(outcome.messages.contains("\n\nhttps://a.example/device?c=WDJB-MJHT\n"))
            #expect(outcome.messages.contains("Waiting until the access is allowed there.\n"))
            #expect(outcome.calls.last == "browser")
        }
    }

    @Test("a browser that cannot come back: the address that it ended at is pasted")
    func landing() async throws {
        let page = LogInVisit(url: Self.url, landing: "https://app.example/back", note: "it is taken")
        let script = RecordingBroker.Script(logIn: [.visit(page, Self.handle), .done(Samples.bob, warning: nil)])
        let typed = try await TestRun(script: script, typed: ["https://app.example/back?code=1"], isInteractive: true)
            .run("add", "--pin")
        #expect(typed.shown == ["The address that the browser ended at: "])
        #expect(typed.messages.contains("it is taken; so by hand:\n"))
        #expect(typed.messages.contains("the browser goes to https://app.example/back, which may show an error."))
        #expect(typed.calls.last == "pin: https://app.example/back?code=1")
    }

    @Test("app set: no secret is asked for where nothing describes the service")
    func appOfUnknownService() async throws {
        let script = RecordingBroker.Script(error: BrokerError(.notConfigured, "nothing describes nowhere"))
        let outcome = try await TestRun(script: script, typed: ["s3cret"]).run("app", "set", "nowhere", "--key", "K")
        #expect(outcome.status == 78)
        #expect(outcome.shown.isEmpty)
    }

    @Test("app set: a callback is kept with the key, or alone, and one of both has to be there")
    func appCallback() async throws {
        let callback = "http://127.0.0.1:8765/callback"
        let both = try await TestRun(typed: ["s3cret"]).run(
            "app", "set", "twitter", "--key", "K", "--callback", .init(callback))
        #expect(
            both.calls == [
                "profile of twitter", "services twitter",
                "setApp twitter default K callback: \(callback) secret: s3cret",
            ])
        let alone = try await TestRun().run("app", "set", "twitter", "--app", "mine", "--callback", .init(callback))
        #expect(alone.calls == ["setCallback '\(callback)' of mine of twitter"])
        #expect(alone.messages == "kept the callback of app 'mine' of twitter\n")
        for words: [RawArgument] in [[], ["--secret-stdin"], ["--callback", "", "--secret-stdin"]] {
            let nothing = try await TestRun().run(["app", "set", "twitter"] + words)
            #expect(nothing.status == 64 && nothing.connections == 0)
        }
    }

    @Test("app lists: for people and as JSON")
    func appList() async throws {
        let app = App(service: .twitter, name: "default", consumerKey: "abc/=")
        let run = TestRun(script: .init(apps: [app]))
        #expect(try await run.run("app").output == "twitter  default  abc/=\n")
        let json = #"[{"service":"twitter","app":"default","consumer_key":"abc/="}]"#
        #expect(try await run.run("app", "list", "--json").output == json + "\n")
        #expect(try await run.run("app", "--json").output == json + "\n")
        let registered = App(service: .twitter, name: "mine", consumerKey: "k", callback: "http://127.0.0.1:1/")
        let more = TestRun(script: .init(apps: [registered]))
        #expect(try await more.run("app").output == "twitter  mine  k  http://127.0.0.1:1/\n")
        #expect(try await more.run("app", "--json").output.contains(#""callback":"http://127.0.0.1:1/""#))
        #expect(try await TestRun().run("app").messages == "no apps\nnext: acctstore app set twitter --key KEY\n")
        #expect(try await run.run("app", "remove", "twitter").calls == ["removeApp default of twitter"])
    }
}
