import TestRig
import Testing

/// What may not be sent whatever the URL is, and what is signed for whom.
@Suite("Requests of programs on the bus")
struct RefusedRequestTests {
    @Test("methods, header fields and parameters that change a request behind its signature are refused")
    func meaning() async throws {
        try await withSigningRig { rig, program, account in
            let url = JSON.string("\(try rig.server.base)1.1/x.json")
            let names = [
                "Authorization", "authorization", "AUTHORIZATION", "Proxy-Authorization", "Host", "Cookie",
                "X-HTTP-Method-Override", "x_http_method_override", "X-Method-Override", "X-HTTP-Method",
                "Content-Length", "Transfer-Encoding", "Connection", "Upgrade", "X Space", "X:Colon", "",
                "X\rY", "X\nY", "Xé", "X\tY",
            ]
            var requests: [JSON] = names.map {
                ["call": "Perform", "arguments": [account, "GET", url, [], .pairs([($0, "1")]), nil]]
            }
            for value in ["a\r\nX-More: 1", "a\nb", "a\rb", "\u{1}", "\u{7F}", "a\u{B}b"] {
                requests.append([
                    "call": "Perform", "arguments": [account, "GET", url, [], .pairs([("X-Mine", value)]), nil],
                ])
            }
            for method in ["get", "GET ", "G\r\nET", "CONNECT", "TRACE", "", "GÉT", "GET\u{B}", "A2"] {
                requests.append(["call": "Sign", "arguments": [account, .string(method), url, []]])
                requests.append(["call": "Perform", "arguments": [account, .string(method), url, [], [], nil]])
            }
            for name in [
                "oauth_token", "OAuth_Verifier", "oauth.token", "oauth[token", " oauth_x", "x_auth_mode", "_method",
                "_METHOD",
            ] {
                requests.append(["call": "Sign", "arguments": [account, "POST", url, .pairs([(name, "1")])]])
                requests.append([
                    "call": "Perform", "arguments": [account, "POST", url, .pairs([(name, "1")]), [], nil],
                ])
            }
            for (request, answer) in zip(requests, try await program.ask(requests)) {
                #expect(answer.error == "InvalidArgument", "\(request): \(answer.answer)")
            }
            #expect(try await rig.server.log().isEmpty)
        }
    }

    @Test("CR and LF in a parameter are encoded, in the query and in the form, and end no line")
    func lineBreaks() async throws {
        try await withSigningRig { rig, program, account in
            let url = JSON.string("\(try rig.server.base)1.1/statuses/update.json")
            let text = "a\r\nX-Evil: 1\r\n\r\nGET / HTTP/1.1\r\n"
            for method in ["GET", "POST"] as [JSON] {
                let answer = try await program.call(
                    "Perform", account, method, url, .pairs([("status", text), ("a\r\nb", "\n")]), [], nil)
                #expect(answer.error == nil, "\(answer.message ?? "")")
                let sent = try #require(try await rig.server.log().last)
                #expect(sent.header("X-Evil") == nil)
                #expect(sent.verdict?.valid == true || method == "GET")
                #expect(
                    (method == "GET" ? sent.query : sent.body).contains("status=a%0D%0AX-Evil%3A%201%0D%0A%0D%0AGET"))
            }
            #expect(try await rig.server.log().count == 2)
        }
    }

    @Test("a thousand parameters are signed as the service works it out, in the query and in the form")
    func thousand() async throws {
        try await withSigningRig { rig, program, account in
            let url = JSON.string("\(try rig.server.base)1.1/statuses/update.json")
            let pairs = (0..<1000).map { ("p\($0 % 700) ü", "v & \($0)") } + [("status", "many")]
            let posted = try await program.call("Perform", account, "POST", url, .pairs(pairs), [], nil)
            #expect(posted.answer[0].number == 200, "\(posted.message ?? "")")
            let sent = try #require(try await rig.server.log().last)
            #expect(sent.verdict?.valid == true)
            #expect(sent.form.count == 1001)
            let reading = JSON.string("\(try rig.server.base)1.1/account/verify_credentials.json")
            let read = try await program.call("Perform", account, "GET", reading, .pairs(pairs), [], nil)
            #expect(read.answer[0].number == 200, "\(read.message ?? "")")
            #expect(try await rig.server.log().last?.verdict?.valid == true)
            let signed = try await program.call("Sign", account, "POST", url, .pairs(pairs))
            #expect(signed.answer[2].string?.split(separator: "&").count == 1001)
        }
    }

    @Test("what is signed for a program to send arrives as it was signed, and is accepted")
    func sentByProgram() async throws {
        try await withSigningRig { rig, program, account in
            let url = JSON.string("HTTP://127.0.0.1:\(try rig.server.port)/1.1/statuses/update.json?x=%7E~&y=a+b")
            let signed = try await program.call("Sign", account, "POST", url, .pairs([("status", "by curl & me")]))
            let text = try #require(signed.answer[0].string, "\(signed.message ?? "")")
            var command = ["/usr/bin/curl", "--silent", "--globoff", "--request", "POST"]
            for field in signed.answer[1].array {
                command += ["--header", "\(field[0].string ?? ""): \(field[1].string ?? "")"]
            }
            command += ["--data-binary", signed.answer[2].string ?? "", text]
            expectSuccess(try await rig.program(command).run())
            let sent = try #require(try await rig.server.log().last)
            #expect(sent.verdict?.valid == true && sent.status == 200)
            #expect(sent.query == "x=%7E~&y=a+b")
            #expect(try await rig.server.posts().map(\.text) == ["by curl & me"])
        }
    }

    @Test("an account that signs with PLAINTEXT is used by acctstore alone; its credential needs a grant of its own")
    func plaintext() async throws {
        try await withRig { rig in
            let description = TestServiceDescription(.twitter11, base: try rig.server.base).text
                .replacing("signature-method=HMAC-SHA1", with: "signature-method=PLAINTEXT")
            try rig.folder.write(description, to: "home/.config/acctstore/services/local.conf")
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let program = try AskingProgram.start(in: rig)
            try await terminal.mustRun("acctstore grant \(program.path) 1")
            let account = try await rig.accountArgument(terminal)
            let url = JSON.string("\(try rig.server.base)1.1/account/verify_credentials.json")
            let signed = try await program.call("Sign", account, "GET", url, [])
            #expect(signed.error == "NotSignable")
            #expect(signed.message?.contains("secret itself") == true)
            expectFailure(try await terminal.run("acctstore sign GET \(url.string ?? "")"), 64, "PLAINTEXT")
            let performed = try await program.call("Perform", account, "GET", url, [], [], nil)
            #expect(performed.answer[0].number == 200, "\(performed.message ?? "")")
            #expect("\(performed.answer)".contains("alice-ts") == false)
            let sent = try #require(try await rig.server.log().last)
            #expect(sent.header("Authorization")?.contains("oauth_signature=\"demo-cs%26alice-ts\"") == true)
            #expect(try await program.call("GetCredential", account).error == "AccessDenied")
            try await terminal.mustRun("acctstore grant \(program.path) 1 --reveal")
            let credential = try await program.call("GetCredential", account)
            #expect(credential.answer[0]["text"].string?.contains("signature_method=PLAINTEXT") == true)
        }
    }

    @Test("a program that is connected loses what is taken back at its next request, and a mark to ask always holds")
    func takenBack() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let program = try AskingProgram.start(in: rig)
            let account = try await rig.accountArgument(terminal)
            let url = JSON.string("\(try rig.server.base)1.1/account/verify_credentials.json")
            let uses: [JSON] = [
                ["call": "Sign", "arguments": [account, "GET", url, []]],
                ["call": "Perform", "arguments": [account, "GET", url, [], [], nil]],
                ["call": "GetCredential", "arguments": [account]],
            ]
            func errors() async throws -> [String?] { try await program.ask(uses).map(\.error) }
            let none = ["AccessDenied", "AccessDenied", "AccessDenied"] as [String?]
            #expect(try await errors() == none)
            try await terminal.mustRun("acctstore grant \(program.path) 1")
            #expect(try await errors() == [nil, nil, "AccessDenied"])
            try await terminal.mustRun("acctstore grant \(program.path) 1 --reveal")
            #expect(try await errors() == [nil, nil, nil])
            try await terminal.mustRun("acctstore set 1 --ask always")
            #expect(try await errors() == none)
            try await terminal.mustRun("acctstore set 1 --ask once")
            #expect(try await errors() == [nil, nil, nil])
            try await terminal.mustRun("acctstore grant \(program.path) 1 --reveal --deny")
            #expect(try await errors() == [nil, nil, "AccessDenied"])
            try await terminal.mustRun("acctstore revoke \(program.path)")
            #expect(try await errors() == none)
            try await terminal.mustRun("acctstore grant \(program.path) 1 --reveal")
            #expect(try await errors() == ["AccessDenied", "AccessDenied", nil])
            try await terminal.mustRun("acctstore remove 1 --yes")
            #expect(try await errors() == ["NoSuchAccount", "NoSuchAccount", "NoSuchAccount"])
        }
    }
}
