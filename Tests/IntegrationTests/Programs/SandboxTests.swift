import TestRig
import Testing

/// Programs in sandboxes that reach the agent through a filter of the bus, as Flatpak's do.
@Suite("A sandboxed program")
struct SandboxTests {
    static let app = "org.example.App"

    @Test("of a Flatpak is named by its id: with a grant it posts, without one it learns nothing")
    func flatpak() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let account = try await rig.accountID(at: terminal)
            let url = "\(try rig.server.base)1.1/statuses/update.json"
            let sandbox = try await SandboxedBus.start(on: rig, application: Self.app)
            let other = try await SandboxedBus.start(on: rig, "other", application: "org.example.Other")

            #expect(try await sandbox.ask("list").out == "none\n")
            let refused = try await sandbox.ask("post", account, url, "hello")
            #expect(refused.out.hasPrefix("error org.acctstore.Error.AccessDenied: flatpak:\(Self.app) has no access"))
            try await terminal.mustRun("acctstore grant flatpak:\(Self.app) 1")
            #expect(try await sandbox.ask("list").out == "alice\n")
            expectSuccess(try await sandbox.ask("post", account, url, "hello from inside"), prints: "200\n")
            #expect(try await rig.server.posts().map(\.text) == ["hello from inside"])

            // The grant is that application's: not another's, and nobody's outside.
            #expect(try await other.ask("list").out == "none\n")
            let others = try await other.ask("post", account, url, "hello")
            #expect(others.out.contains("AccessDenied: flatpak:org.example.Other has no access"))
            #expect(try await rig.agentClient("list").run().out == "none\n")
            try await terminal.mustRun("acctstore revoke flatpak:\(Self.app)")
            #expect(try await sandbox.ask("list").out == "none\n")
            #expect(try await rig.server.posts().count == 1)
        }
    }

    @Test("has acctstore too, but not the person's commands, and neither the keyring nor a token")
    func walls() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let account = try await rig.accountID(at: terminal)
            try await terminal.mustRun("acctstore grant flatpak:\(Self.app) 1")
            let sandbox = try await SandboxedBus.start(on: rig, application: Self.app)
            let secrets = try await sandbox.ask("secrets")
            #expect(secrets.out.hasPrefix("error org.freedesktop.DBus.Error.ServiceUnknown"), "\(secrets.out)")
            let credential = try await sandbox.ask("credential", account)
            #expect(credential.status == 1 && credential.out.hasPrefix("error "))
            #expect(!credential.out.contains(TestService.Known.alice.tokenSecret))

            expectSuccess(try await sandbox.acctstore("post", "-a", "1", "inside"))
            #expect(try await rig.server.posts().map(\.text) == ["inside"])
            for refused in [
                try await sandbox.acctstore("grant", "cron", "1"), try await sandbox.acctstore("grant"),
                try await sandbox.acctstore("set", "1", "--ask", "always"),
                try await sandbox.acctstore("remove", "1", "--yes"),
            ] {
                expectFailure(refused, 77, "flatpak:\(Self.app)")
            }
            #expect(try await rig.items("Account").count == 1)
            #expect(try await rig.items("Grant").count == 1)
        }
    }

    @Test("without Flatpak's file has no name, so that nothing can be granted it, by any word")
    func nameless() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let account = try await rig.accountID(at: terminal)
            let url = "\(try rig.server.base)1.1/statuses/update.json"
            try await terminal.mustRun("acctstore grant any 1")
            try await terminal.mustRun("acctstore grant flatpak:\(Self.app) 1")
            #expect(try await terminal.run("acctstore grant sandbox 1").status != 0)
            #expect(try await terminal.run("acctstore grant /usr/bin/xdg-dbus-proxy 1").status == 64)

            for sandbox in [
                try await SandboxedBus.start(on: rig, "inside"),
                try await SandboxedBus.start(on: rig, "outside", application: Self.app, filterIsInside: false),
            ] {
                #expect(try await sandbox.ask("list").out == "none\n")
                for _ in 0..<2 {
                    let refused = try await sandbox.ask("post", account, url, "hello")
                    #expect(refused.out.contains("AccessDenied: \(Named.sandbox) has no access"), "\(refused.out)")
                }
            }
            #expect(try await rig.server.posts().isEmpty)
            #expect(try await rig.items("Grant").count == 2)
        }
    }
}
