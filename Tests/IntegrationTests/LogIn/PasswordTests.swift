import TestRig
import Testing

/// The exchange of a password for a token (xAuth).
@Suite("Log-in by password")
struct PasswordTests {
    @Test("a password of any signs arrives byte for byte with a valid signature, and is kept nowhere")
    func arrivesExactly() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let person = TestService.Known.aliceWork
            let file = try rig.folder.write(person.password + "\n", to: "input/password")
            let added = try await terminal.run(
                "acctstore -v add local --xauth --user alice_work --password-stdin <\(file)")
            expectSuccess(added, prints: "1\n")
            let exchange = try #require(try await rig.server.log().first { $0.path == "/oauth/access_token" })
            #expect(exchange.formValue("x_auth_password") == person.password)
            #expect(exchange.formValue("x_auth_mode") == "client_auth")
            #expect(exchange.verdict?.valid == true)
            #expect(!added.err.contains(person.password))
            #expect(try await rig.items("Account").allSatisfy { !$0.secret.contains(person.password) })
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice_work  local\n")
        }
    }

    @Test("an app without the right, told as XML: it is said so, and the PIN is offered")
    func appWithoutTheRight() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let words = "Client is not permitted to perform this action"
            try await rig.server.add(
                .answer(
                    403, #"<?xml version="1.0"?><errors><error code="87">\#(words)</error></errors>"#,
                    type: "application/xml", path: "/oauth/access_token"))
            let file = try rig.folder.write("wonderland", to: "input/password")
            let ended = try await terminal.run("acctstore add local --xauth --user alice --password-stdin <\(file)")
            expectFailure(ended, 76, "may not use xAuth", words, "403", "nothing was stored")
            #expect(ended.nextSteps == ["acctstore add local --user alice --pin"])
            #expect(try await rig.items("Account").isEmpty)
        }
    }

    @Test("a wrong password is the service's refusal, in its words, with nothing of the password")
    func wrongPassword() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminalWithApp()
            let file = try rig.folder.write("not-wonderland", to: "input/password")
            let ended = try await terminal.run("acctstore add local --xauth --user alice --password-stdin <\(file)")
            expectFailure(ended, 76, "401", "nothing was stored")
            #expect(!ended.err.contains("not-wonderland"))
            let echoed = "the password not-wonderland is wrong"
            try await rig.server.add(.answer(401, echoed, type: "text/plain", path: "/oauth/access_token"))
            let again = try await terminal.run("acctstore add local --xauth --user alice --password-stdin <\(file)")
            expectFailure(again, 76, "401")
            #expect(!again.err.contains("not-wonderland"))
        }
    }
}
