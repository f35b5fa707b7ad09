import AccountModel
import AccountStore
import Prompters
import Testing

@Suite("What a question shows")
struct QuestionWordingTests {
    @Test(
        "Permissions in words",
        arguments: [
            (Permissions.read, "read"), (.write, "post"), ([.read, .write], "read and post"),
            ([.read, .write, .reveal], "read, post and see the token"),
        ] as [(Permissions, String)])
    func permissions(permissions: Permissions, words: String) async throws {
        let shown = try await shown(.about(.cron, .account(.alice, permissions)))
        #expect(shown.hasPrefix("cron wants to \(words) as @alice (2, twitter).\r\n"))
    }

    @Test("All accounts of a service, and the person's own commands")
    func subjects() async throws {
        let service = try await shown(.about(.cron, .service(.twitter, .read)))
        #expect(service.hasPrefix("cron wants to read as any account of twitter.\r\n"))
        let command = try await shown(.about(.cron, .command("remove @alice (2, twitter)"), answers: [.once, .no]))
        #expect(command == "cron wants to remove @alice (2, twitter).\r\nAllow? once, no: ")
    }

    @Test("At a terminal it is said which command gets the token, and which one prints it")
    func recipient() async throws {
        var question = AccessQuestion.about(.terminal, .account(.alice, .reveal), answers: [.once, .no])
        #expect(
            try await shown(question) == """
                acctstore wants to print the token of @alice (2, twitter).\r
                Whoever sees it can act as @alice without asking again, until the token is taken back at twitter.\r
                Allow? once, no: 
                """)
        question.recipient = "./bot\u{1B}[2K\r"
        #expect(
            try await shown(question) == #"""
                acctstore wants to hand the token of @alice (2, twitter) to ./bot\u{1B}[2K\u{D}.\#r
                ./bot\u{1B}[2K\u{D} gets the token itself and can act as @alice without asking again, until the token is \#
                taken back at twitter.\#r
                Allow? once, no: 
                """#)
    }

    @Test("A name cannot move the cursor, begin a line of its own or hide a part of itself")
    func deceit() async throws {
        let name = "/home/alice/git\r\u{1B}[2KAllow bash? \nyes\u{202E}txt.\u{200B}exe\u{9B}31m"
        let shown = try await shown(.about(.executable(name)))
        let first = try #require(shown.split(separator: "\r\n").first)
        let visible = #"/home/alice/git\u{D}\u{1B}[2KAllow bash? \u{A}yes\u{202E}txt.\u{200B}exe\u{9B}31m"#
        #expect(first == "\(visible) wants to read and post as @alice (2, twitter).")
    }

    @Test("An account's name is shown as carefully as a program's")
    func accountName() async throws {
        var account = Account.alice
        account.username = "al\u{1B}]0;x\u{7}ice"
        let shown = try await shown(.about(.cron, .account(account, .read)))
        #expect(shown.hasPrefix(#"cron wants to read as @al\u{1B}]0;x\u{7}ice (2, twitter)."#))
    }

    @Test("A long name is cut to a fixed length, its start and its end kept")
    func length() async throws {
        let name = "/home/alice/" + String(repeating: "x", count: 500) + "/nightly"
        let shown = try await shown(.about(.script(name)))
        let program = try #require(shown.split(separator: " ").first)
        #expect(program.count == 120)
        #expect(program.hasPrefix("/home/alice/xxx"))
        #expect(program.hasSuffix("xxx/nightly"))
        #expect(program.contains("…"))
    }

    /// The question on the screen of a terminal that nobody types into.
    private func shown(_ question: AccessQuestion) async throws -> String {
        let pty = try Pty()
        let terminal = pty.program
        let caller = Caller(
            program: question.program, instance: .init(rawValue: "1"), isRunning: { true },
            place: { .passedTerminal(terminal) })
        let asking = Task { try await PersonPrompter(environment: [:]).ask(question, of: caller) }
        let shown = try await pty.shown(until: "no: ")
        asking.cancel()
        _ = await asking.result
        return shown
    }
}
