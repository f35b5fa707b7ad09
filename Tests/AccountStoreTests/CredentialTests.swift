import AccountModel
import AccountStore
import AccountStoreTesting
import Glibc
import Testing

@Suite("The credential itself")
struct CredentialTests {
    private let fixture = StoreFixture()

    @Test("at a terminal each one is asked about, and no answer is remembered")
    func atTerminal() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.once, .no, .always, .unanswered)
        for isGiven in [true, false, true, false] {
            if isGiven {
                let file = try await fixture.terminal.credential(of: alice.id)
                #expect(TextInput.contents(of: file).hasPrefix("oauth_token=tk-alice&oauth_token_secret=ts-alice&"))
            } else {
                let error = await expectError(.accessDenied) {
                    _ = try await fixture.terminal.credential(of: alice.id)
                }
                #expect(error.message.contains("the token of @alice (1, twitter)"))
            }
        }
        let asked = AccessQuestion(program: .terminal, subject: .account(alice, .reveal), answers: [.once, .no])
        #expect(fixture.prompter.questions == [asked, asked, asked, asked])
        #expect(try await fixture.terminal.grants().isEmpty)
    }

    @Test("selecting an account to reveal does not ask at a terminal: the use itself does")
    func selecting() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        #expect(try await fixture.terminal.select(nil, of: nil, for: .reveal) == alice)
        #expect(fixture.prompter.questions.isEmpty)
    }

    @Test("a terminal where nobody can be asked gets none, and is told how to be asked")
    func notAsked() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let terminal = fixture.broker(.terminal, mayAsk: false)
        for attempt in 1...2 {
            let error = await expectError(.accessDenied) {
                if attempt == 1 {
                    _ = try await terminal.credential(of: alice.id)
                } else {
                    _ = try await terminal.select(nil, of: nil, for: .reveal)
                }
            }
            #expect(error.message.contains("it has no terminal"))
            #expect(error.nextStep == "run it in the foreground of a terminal, without --no-prompt")
        }
        #expect(try await terminal.sign(read, as: alice.id).method == "GET")
    }

    @Test("a program is asked once, for that permission alone")
    func program() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        try await fixture.allow(nightly)
        fixture.prompter.answer(.always)
        for _ in 1...3 { _ = try await fixture.broker(nightly).credential(of: alice.id) }
        #expect(
            fixture.prompter.questions == [
                AccessQuestion(program: nightly, subject: .account(alice, .reveal), answers: [.always, .once, .no])
            ])
        #expect(Set(try await fixture.terminal.grants().map(\.grant.permissions)).contains { $0.contains(.reveal) })
    }

    @Test("a no to revealing takes nothing from reading and writing")
    func denied() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        try await fixture.allow(nightly)
        fixture.prompter.answer(.no)
        for _ in 1...2 {
            let error = await expectError(.accessDenied) {
                _ = try await fixture.broker(nightly).credential(of: alice.id)
            }
            #expect(error.nextStep == "acctstore grant /home/alice/bin/nightly 1 --reveal")
        }
        #expect(fixture.prompter.questions.count == 1)
        _ = try await fixture.broker(nightly).sign(post, as: alice.id)
    }

    @Test("an account that is asked about always is asked about at each, whatever is granted")
    func askAlways() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        try await fixture.allow(nightly, .reveal)
        _ = try await fixture.terminal.update(.number(1), with: AccountChanges(ask: .always))
        fixture.prompter.answer(.once, .once)
        for _ in 1...2 { _ = try await fixture.broker(nightly).credential(of: alice.id) }
        #expect(fixture.prompter.questions.count == 2)
        await expectError(.accessDenied) {
            _ = try await fixture.broker(nightly, mayAsk: false).credential(of: alice.id)
        }
    }

    @Test("no grant for any program is enough at a terminal, and a sandbox has none from it")
    func any() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        try await fixture.allow(.any, .reveal)
        _ = try await fixture.broker(nightly, mayAsk: false).credential(of: alice.id)
        await expectError(.accessDenied) {
            _ = try await fixture.broker(.terminal, mayAsk: false).credential(of: alice.id)
        }
        await expectError(.accessDenied) {
            _ = try await fixture.broker(.sandbox, mayAsk: false).credential(of: alice.id)
        }
    }

    @Test("a sandboxed program with a name is asked about, or has a grant of its own, as any other")
    func sandboxWithName() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        let app = ProgramIdentity.flatpak("org.example.Reader")
        try await fixture.allow(.any, .reveal)
        let error = await expectError(.accessDenied) {
            _ = try await fixture.broker(app, mayAsk: false).credential(of: alice.id)
        }
        #expect(error.nextStep == "acctstore grant flatpak:org.example.Reader 1 --reveal")
        try await fixture.allow(app)
        fixture.prompter.answer(.once)
        _ = try await fixture.broker(app).credential(of: alice.id)
        #expect(
            fixture.prompter.questions == [
                AccessQuestion(program: app, subject: .account(alice, .reveal), answers: [.always, .once, .no])
            ])
        try await fixture.allow(app, .reveal)
        _ = try await fixture.broker(app, instance: "2", mayAsk: false).credential(of: alice.id)
    }

    @Test("an id that no account has is an error")
    func unknown() async throws {
        let id = try #require(AccountID("0a0a0a0a-0000-4000-8000-000000000000"))
        await expectError(.noSuchAccount) { _ = try await fixture.terminal.credential(of: id) }
    }

    @Test("every byte of a secret arrives, whatever it is")
    func bytes() async throws {
        let tokens =
            "oauth_token=a%26b%3D%2B%20%25&oauth_token_secret=%C3%A9~-._&user_id=1&consumer_key=c%20k&consumer_secret=%2F"
        let step = try await fixture.logIn(.token, to: .twitter, secret: tokens)
        let account = try #require(step.account)
        fixture.prompter.answer(.once)
        let text = TextInput.contents(of: try await fixture.terminal.credential(of: account.id))
        #expect(
            text == "oauth_token=a%26b%3D%2B%20%25&oauth_token_secret=%C3%A9~-._&consumer_key=c%20k&consumer_secret=%2F"
                + "&signature_method=HMAC-SHA1&service=twitter&user_id=1")
    }

    @Test("what it gives can be stored again as it is")
    func storedAgain() async throws {
        let alice = try await fixture.addAccount("alice", id: "1")
        fixture.prompter.answer(.once)
        let form = TextInput.contents(of: try await fixture.terminal.credential(of: alice.id))
        let other = StoreFixture()
        let step = try await other.logIn(.token, to: .twitter, secret: form)
        #expect(step.account?.username == "alice" && step.account?.userID == "1")
    }

    @Test("an account whose header is the secret itself is never signed for a program; revealing needs the permission")
    func plaintext() async throws {
        let description = try #require(
            ServiceDescription.local(name: "plain", base: "https://plain.example/", signatureMethod: "PLAINTEXT"))
        let fixture = StoreFixture(services: [description])
        let tokens = "oauth_token=tk&oauth_token_secret=ts&consumer_key=ck&consumer_secret=cs&user_id=1"
        let account = try #require(try await fixture.logIn(.token, to: description.service, secret: tokens).account)
        let request = UnsignedRequest(method: "GET", url: "https://plain.example/1.1/x.json")
        try await fixture.allow(nightly)
        for broker in [fixture.terminal, fixture.broker(nightly)] {
            await expectError(.notSignable) { _ = try await broker.sign(request, as: account.id) }
            await expectError(.notSignable) { _ = try await broker.sign(request, asSelected: nil, of: nil) }
        }
        await expectError(.accessDenied) {
            _ = try await fixture.broker(nightly, mayAsk: false).credential(of: account.id)
        }
        try await fixture.allow(nightly, .reveal)
        let text = TextInput.contents(of: try await fixture.broker(nightly).credential(of: account.id))
        #expect(text.contains("&signature_method=PLAINTEXT&"))
    }
}
