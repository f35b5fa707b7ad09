import AccountModel
import AccountStore
import Prompters
import Testing

@Suite("What a dialog says")
struct DialogWordingTests {
    @Test("Who asks, how it was started, for what, and as whom")
    func words() async throws {
        let said = try await described(.about(), ["nightly", "bash", "make", "tmux: server"])
        #expect(
            said == """
                SETDESC /home/alice/bin/nightly wants to read and post as @alice (2, twitter).%0A%0A\
                It runs as: nightly ← bash ← make ← tmux: server%0A%0A\
                Deny is remembered until you take it back with acctstore revoke.
                """)
    }

    @Test("How long a no holds, where it is more than one to this request")
    func refusal() async throws {
        #expect(
            try await described(.about(.unknown, answers: [.once, .no])).hasSuffix("%0A%0ADeny holds for an hour."))
        let command = AccessQuestion.about(.cron, .command("remove @alice (2, twitter)"), answers: [.once, .no])
        #expect(try await described(command).hasSuffix("%0A%0ADeny holds for an hour."))
        let onceMore = try await described(.about(answers: [.once, .no]))
        #expect(onceMore == "SETDESC /home/alice/bin/nightly wants to read and post as @alice (2, twitter).")
    }

    @Test("What it means to hand the token out")
    func reveal() async throws {
        let said = try await described(.about(.cron, .account(.alice, .reveal)))
        #expect(
            said.contains(
                "It gets the token itself and can act as @alice without asking again, until the token is taken back at "
                    + "twitter."))
    }

    @Test(
        "Names of others stand on one line, cut, and nothing in them is obeyed",
        arguments: [
            "/tmp/git\rAllow bash? \u{1B}[K", "/tmp/%0AOK%25", "/tmp/<b>git</b>", "/tmp/\u{202E}gnp.sh",
            "/" + String(repeating: "é\n%", count: 2000), "/" + String(repeating: "𝕏", count: 2000),
        ])
    func hostile(_ path: String) async throws {
        let said = try await described(.about(.script(path)), Array(repeating: path, count: 9))
        #expect(said.utf8.count < 1000)
        #expect(!said.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E || $0 == "<" })
        #expect(said.contains("wants to read and post as @alice (2, twitter)."))
        let rest = said.replacing("%25", with: "").replacing("%0A%0A", with: "")
        #expect(!rest.contains("%"))
    }

    @Test("A host with look-alike letters is told apart")
    func lookAlike() async throws {
        #expect(Service("mastodon/sоcial.example") == nil, "the second letter is Cyrillic")
        let service = try #require(Service("mastodon/xn--scial-jye.example"))
        let said = try await described(.about(.cron, .service(service, .read)))
        #expect(said.contains("as any account of mastodon/xn--scial-jye.example."))
    }

    /// The description of the first step.
    private func described(_ question: AccessQuestion, _ provenance: [String] = []) async throws -> String {
        let double = try PinentryDouble(["echo 'ERR 83886194 not confirmed'"])
        #expect(try await double.prompter.ask(question, of: .atDesktop(provenance)) == .no)
        return try #require(double.log.first { $0.hasPrefix("SETDESC ") })
    }
}
