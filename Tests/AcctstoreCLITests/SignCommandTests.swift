import AccountModel
import CommandLineKit
import TestRig
import Testing

@Suite("sign")
struct SignCommandTests {
    static let signed = SignedRequest(
        method: "POST", url: "https://api.example/1.1/statuses/update.json?x=[1]",
        headers: [
            HeaderField("Authorization", #"OAuth oauth_consumer_key="k", oauth_signature="a%2Fb%3D""#),
            HeaderField("Content-Type", "application/x-www-form-urlencoded"),
        ], body: Array(#"status=a%20"b"\c"#.utf8))

    @Test("parameters go to the agent decoded, in their order, repeats and empty values kept")
    func parameters() async throws {
        let outcome = try await TestRun(script: Samples.two).run(
            "sign", "-a", "2", "POST", "https://api.example/x", "-d", "b=1", "-d", "a=x=y & ü", "-d", "b=")
        #expect(outcome.calls == ["select 2 for write", "sign"])
        let request = try #require(outcome.requests.first)
        #expect(request.method == "POST")
        #expect(request.url == "https://api.example/x")
        #expect(
            request.parameters == [
                AccountModel.Parameter("b", "1"), AccountModel.Parameter("a", "x=y & ü"),
                AccountModel.Parameter("b", ""),
            ])
    }

    @Test("reading needs the permission to read, anything else that to write")
    func permission() async throws {
        for (method, permission) in [("GET", "read"), ("HEAD", "read"), ("DELETE", "write")] {
            let outcome = try await TestRun(script: Samples.one).run("sign", .init(method), "https://api.example/x")
            #expect(outcome.calls.first == "select - for \(permission)")
        }
    }

    @Test("several accounts: a person is asked for the number, and it is signed as that account")
    func question() async throws {
        let run = TestRun(script: Samples.two, typed: ["2"], isInteractive: true)
        let outcome = try await run.run("sign", "-v", "GET", "https://api.example/x")
        #expect(outcome.shown.first == "Which account?")
        #expect(outcome.status == 0)
        #expect(outcome.messages == "as @bob (2, twitter)\n")
        #expect(outcome.requests.count == 1)
    }

    @Test("header: one line")
    func header() async throws {
        let outcome = try await TestRun(script: Samples.one).run("sign", "GET", "https://api.example/x")
        #expect(outcome.output == "Authorization: OAuth oauth_signature=\"s%3D\"\n")
        #expect(outcome.messages.isEmpty)
    }

    @Test("curl and json carry the whole request")
    func whole() async throws {
        var script = Samples.one
        script.signed = Self.signed
        let run = TestRun(script: script)
        try Golden.check(
            try await run.run("sign", "POST", "https://x/", "--format", "curl").output, "sign-curl")
        try Golden.check(
            try await run.run("sign", "POST", "https://x/", "--format=json").output, "sign-json")
    }

    @Test("without access: 77, nothing on stdout, and the command that grants it")
    func refused() async throws {
        var script = Samples.one
        script.refusal = BrokerError(.accessDenied, "no access", nextStep: "acctstore grant /home/a/bin/n 1")
        let outcome = try await TestRun(script: script).run("sign", "GET", "https://api.example/x")
        #expect(outcome.status == 77)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages == "error: no access\nnext: acctstore grant /home/a/bin/n 1\n")
    }
}
