import AccountModel
import AcctstoreCLI
import CommandLineKit
import Testing

@Suite("verify: the service says who an account is")
struct VerifyCommandTests {
    private func script(_ accounts: [Account]) -> RecordingBroker.Script {
        var script = RecordingBroker.Script(accounts: accounts)
        script.answer = (200, #"{"id_str":"12","screen_name":"alicia","name":"Alice"}"#)
        return script
    }

    @Test("what was learnt is kept and printed")
    func learnt() async throws {
        let outcome = try await TestRun(script: script([Samples.account(1, nil)])).run("verify", "1")
        #expect(outcome.status == 0, "\(outcome.messages)")
        #expect(outcome.output == "1  @alicia  twitter\n")
        #expect(outcome.calls.contains("learn 12 alicia of \(Samples.id(1)) merging: false"))
        #expect(outcome.messages.isEmpty)
    }

    @Test("--all asks about each, and one that fails hides no other")
    func all() async throws {
        let outcome = try await TestRun(script: script([Samples.alice, Samples.bob])).run("verify", "--all")
        #expect(outcome.output == "1  @alicia  twitter\n2  @alicia  twitter\n")
        var failing = script([Samples.alice, Samples.bob])
        failing.answer = (503, "")
        let trouble = try await TestRun(script: failing).run("verify", "--all")
        #expect(trouble.status == 75)
        #expect(trouble.output.isEmpty)
        #expect(trouble.messages.split(separator: "\n").count { $0.hasPrefix("error: ") } == 2)
        #expect(try await TestRun().run("verify", "--all").status == 67)
    }

    @Test("a second log-in of somebody is merged with a yes alone")
    func merging() async throws {
        var script = script([Samples.account(2, nil)])
        script.sameAs = Samples.alice
        let yes = try await TestRun(script: script, typed: ["yes"]).run("verify")
        #expect(yes.status == 0)
        #expect(yes.shown.first?.contains("? (2, twitter) is the same person as @alice (1, twitter)") == true)
        #expect(yes.calls.last == "learn 12 alicia of \(Samples.id(2)) merging: true")
        #expect(yes.messages == "? (2, twitter) is now @alicia (1, twitter)\n")
        #expect(yes.output == "1  @alicia  twitter\n")
        let no = try await TestRun(script: script, typed: ["no"]).run("verify")
        #expect(no.status == 80)
        let nobody = try await TestRun(script: script).run("verify")
        #expect(nobody.status == 64)
        for outcome in [no, nobody] { #expect(!outcome.calls.contains { $0.hasSuffix("merging: true") }) }
    }

    @Test(
        "what can be nobody's name or id is the service's nonsense, and not the person's mistake",
        arguments: [
            #"{"id_str":"12","screen_name":"al ice"}"#, #"{"id_str":"12","screen_name":"al\u001bice"}"#,
            #"{"id_str":"?12","screen_name":"alice"}"#, #"{"id_str":"1 2","screen_name":"alice"}"#,
        ])
    func nonsense(_ answer: String) async throws {
        var script = script([Samples.alice])
        script.answer = (200, answer)
        let outcome = try await TestRun(script: script).run("verify")
        #expect(outcome.status == 76, "\(outcome.messages)")
        #expect(outcome.messages.contains("by @alice (1, twitter)"), "\(outcome.messages)")
        #expect(outcome.messages.contains("something else than was asked for"), "\(outcome.messages)")
        #expect(!outcome.calls.contains { $0.hasPrefix("learn") })
    }

    @Test("of a service that only the agent asks it is said what does")
    func askedByAgent() async throws {
        for (account, step) in [(Samples.alice, "acctstore renew 1"), (Samples.account(1, nil), "acctstore login 1")] {
            var script = script([account])
            script.dialect = .none
            script.services = [
                ServiceListing(
                    name: "twitter", origin: .own,
                    abilities: .success(
                        ServiceAbilities(
                            profile: ServiceProfile(service: .twitter, title: "", dialect: .none, api: "https://x/"),
                            urls: ServiceURLs(api: "https://x/"),
                            furtherAddresses: [.init(name: .identity, url: "https://x/me")], protocols: [.oauth1],
                            ways: [.tokens], signatureMethod: "HMAC-SHA1", appNeed: .own, appProofs: [],
                            namesLimits: false)))
            ]
            let outcome = try await TestRun(script: script).run("verify", "1")
            #expect(outcome.status == 78)
            #expect(outcome.messages.contains("next: \(step)\n"), "\(outcome.messages)")
        }
    }

    @Test("a dead token is noted, and the status says so")
    func dead() async throws {
        var script = script([Samples.alice])
        script.answer = (401, #"{"errors":[{"message":"Invalid or expired token","code":89}]}"#)
        let outcome = try await TestRun(script: script).run("verify")
        #expect(outcome.status == 81)
        #expect(outcome.calls.contains("rejected"))
        #expect(!outcome.calls.contains { $0.hasPrefix("learn") })
    }
}
