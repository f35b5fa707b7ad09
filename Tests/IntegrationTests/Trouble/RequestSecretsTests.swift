import TestRig
import Testing

/// `request` shows what goes out and comes in, and no secret of it.
@Suite("Raw requests keep secrets")
struct RequestSecretsTests {
    @Test("-v and errors mask what signs, also where the service sends it back", arguments: ["GET", "POST"])
    func verbose(_ method: String) async throws {
        let alice = TestService.Known.alice
        let secrets = [TestService.Known.consumerSecret, alice.token, alice.tokenSecret]
        try await withRig { rig in
            let terminal = try await rig.terminal(with: alice)
            let echo = secrets.joined(separator: " ")
            for status in [200, 302, 400, 401, 403, 429, 500] {
                var fault = Fault.answer(status, "{}", path: "/1.1/x.json")
                if status >= 400 { fault.body = #"{"errors":[{"code":1,"message":"\#(echo)"}]}"# }
                fault.headers = ["X-Echo": echo, "Set-Cookie": "session=\(alice.tokenSecret)"]
                try await rig.server.add(fault)
                let ended = try await terminal.run("acctstore -v request \(method) /1.1/x.json -d a=b")
                for secret in secrets { #expect(!(ended.out + ended.err).contains(secret), "\(status): \(ended)") }
                #expect(ended.err.contains("< \(status)"), "\(ended.err)")
            }
        }
    }

    @Test("as an app, or as nobody, a program without a grant reaches no host but the services', and signs nothing")
    func senders() async throws {
        let elsewhere = try await TestService.start()
        try await withRig { rig in
            _ = try await rig.terminalWithApp()
            let base = try rig.server.base
            let urls = [
                elsewhere.base + "1.1/x.json", "http://localhost:\(try rig.server.port)/1.1/x.json",
                "http://user@127.0.0.1:\(try rig.server.port)/1.1/x.json", base + "oauth/request_token",
                base + "1.1/%2e%2e/oauth/access_token", base + "OAUTH/request_token", "file:///etc/passwd",
                base + "1.1/x.json#\(elsewhere.base)", "http://127.0.0.1:\(try rig.server.port)\\@\(elsewhere.base)",
            ]
            for sender in ["none", "app"] {
                for url in urls {
                    let ended = try await rig.acctstore("request", "-a", sender, "POST", url)
                    #expect(ended.status == 64 || ended.status == 77, "\(sender) \(url): \(ended.err)")
                }
            }
            let signing = try await rig.acctstore("request", "-a", "app", "GET", base + "1.1/x.json")
            expectFailure(signing, 77)
            let forged = try await rig.acctstore(
                "request", "-a", "none", "GET", base + "1.1/x.json", "-H", "Authorization: OAuth oauth_token=x")
            expectFailure(forged, 64)
            #expect(try await rig.server.log().isEmpty)
            #expect(try await elsewhere.log().isEmpty)
        }
        await elsewhere.stop()
    }
}
