import AccountModel
import CommandLineKit
import TestRig
import Testing

@Suite("grant and revoke")
struct GrantCommandTests {
    @Test("grants are listed for people and as JSON")
    func list() async throws {
        let run = TestRun(script: .init(grants: Samples.grants))
        try Golden.check(try await run.run("grant").output, "grants")
        try Golden.check(try await run.run("grant", "--json").output, "grants-json")
        let empty = try await TestRun().run("grant")
        #expect(empty.output.isEmpty)
        #expect(empty.messages == "no grants\nnext: acctstore grant PROGRAM\n")
        #expect(try await TestRun().run("grant", "--json").output == "[]\n")
    }

    @Test("without permissions both are meant; without an account the usual choice holds")
    func plain() async throws {
        let outcome = try await TestRun(script: Samples.one).run("grant", "cron")
        #expect(outcome.calls == ["grant cron - read write allow"])
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages == "cron may read and write as @alice (1, twitter)\n")
    }

    @Test("permissions, a denial, an end, all accounts of a service")
    func options() async throws {
        let run = TestRun(script: Samples.two)
        let reading = try await run.run("grant", "unit:a.service", "2", "--read", "--for", "8h")
        #expect(reading.calls == ["grant unit:a.service 2 read allow for 28800"])
        let denial = try await run.run("grant", "any", "twitter:*", "--deny")
        #expect(denial.calls == ["grant any twitter:* read write deny"])
        #expect(denial.messages == "any may not read or write as twitter:*\n")
        let variable = try await TestRun(script: Samples.two, environment: ["ACCTSTORE_ACCOUNT": "bob"]).run(
            "grant", "ssh")
        #expect(variable.calls == ["grant ssh @bob read write allow"])
    }

    @Test("revoke: everything of a program, of one account, of a service; nothing there is a line and no error")
    func revoke() async throws {
        let run = TestRun(script: .init(revoked: 2))
        let all = try await run.run("revoke", "cron")
        #expect(all.calls == ["revoke cron everything"])
        #expect(all.messages == "revoked 2 answers for cron\n")
        #expect(try await run.run("revoke", "cron", "twitter:*").calls == ["revoke cron service(twitter)"])
        let nothing = try await TestRun().run("revoke", "/no/such/file", "2")
        #expect(nothing.status == 0)
        #expect(nothing.messages == "nothing was granted or denied to /no/such/file for 2\n")
        #expect(nothing.calls.map { $0.split(separator: " ")[1] } == ["script:/no/such/file", "exe:/no/such/file"])
    }
}
