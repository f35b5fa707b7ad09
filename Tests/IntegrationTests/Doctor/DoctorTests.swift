import Glibc
import TestRig
import Testing

/// `doctor` finds what is broken, names it in one line, and changes nothing.
@Suite("Doctor")
struct DoctorTests {
    @Test("all is well: status 0, no problem, nothing asked, sent or opened")
    func well() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            let sent = try await rig.server.log().count
            let outcome = try await terminal.run("acctstore doctor")
            #expect(outcome.status == 0 && outcome.err == "", "\(outcome.out)\(outcome.err)")
            for words in [
                "ok       bus            the session bus answers; it can start the agent; a keyring runs\n",
                "ok       keychain       secret-service (gnome-keyring-daemon ", ", open\n",
                "ok       apps           default (local)\n", "ok       accounts       1 (local)\n",
                "ok       services       descriptions of your own: 1, understood: 1\n", "libsoup 3.", "\nno problem, ",
            ] {
                #expect(outcome.out.contains(words), "\(outcome.out)")
            }
            #expect(!outcome.out.contains("alice"))
            #expect(try await rig.server.log().count == sent)
            let asked = try await terminal.run("acctstore doctor --online --tokens --names")
            #expect(asked.status == 0, "\(asked.out)")
            #expect(asked.out.contains("account @alice (1, local): valid"), "\(asked.out)")
            #expect(asked.out.contains("ok       clock          local: "))
            let json = try await terminal.run(
                "acctstore doctor --json | jq -r '.checks | map(.check) | unique | length'")
            #expect((Int(json.out.filter(\.isNumber)) ?? 0) > 15, "\(json.out)\(json.err)")
        }
    }

    @Test("locked, never unlocked, no collection: the state, its status, and nothing opened")
    func keyring() async throws {
        try await withRig { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await rig.gnomeKeyring.lock()
            let locked = try await terminal.run("acctstore doctor")
            expectProblem(locked, 79, "keychain", ", locked\n")
            try await rig.gnomeKeyring.restart(.locked)
            expectProblem(try await terminal.run("acctstore doctor"), 79, "keychain", "locked since its program")
            #expect(try await rig.gnomeKeyring.isLocked())
        }
        var options = RigOptions()
        options.hasService = false
        options.secrets = .gnomeKeyring(.locked)
        try await withRig(options) { rig in
            expectProblem(try await rig.acctstore("doctor"), 78, "keychain", "collection")
        }
        var behaviour = FakeSecretService.Behaviour()
        behaviour.alias = .none
        options.secrets = .fake(behaviour)
        try await withRig(options) { rig in
            expectProblem(try await rig.acctstore("doctor"), 78, "keychain", "collection")
        }
    }

    @Test("a keyring that hangs is given up, and all else is told")
    func hanging() async throws {
        var behaviour = FakeSecretService.Behaviour()
        behaviour.hang = ["ReadAlias", "OpenSession", "SearchItems"]
        var options = RigOptions()
        options.hasService = false
        options.secrets = .fake(behaviour)
        try await withRig(options) { rig in
            let outcome = try await rig.acctstore("doctor")
            expectProblem(outcome, 69, "keychain", "not answer", next: "kill -9 $(gdbus call")
            #expect(outcome.out.contains("ok       libraries"))
            #expect(outcome.out.contains("; to end its program loses what was not saved in it\n"))
            let start = try #require(outcome.out.firstRange(of: "next: kill"))
            let command = "kill" + String(outcome.out[start.upperBound...].prefix { $0 != "\n" })
            let keyring = try await rig.bus.ownerPID("org.freedesktop.secrets")
            expectSuccess(try await rig.program(["/bin/bash", "-c", command]).run())
            try await eventually("the keyring ends") { !isRunning(keyring) }
        }
    }

    @Test("no keyring, no bus, a bus that is gone: each told apart, and the rest is looked at")
    func unreachable() async throws {
        var options = RigOptions()
        options.hasService = false
        options.secrets = .none
        try await withRig(options) { rig in
            expectProblem(
                try await rig.acctstore("doctor"), 69, "keychain", "no program on the session bus keeps secrets")
            let withoutBus = try await rig.acctstoreWithoutBus("doctor")
            expectProblem(withoutBus, 69, "keychain", "no session bus")
            #expect(withoutBus.out.contains("note     bus            there is no session bus"))
            #expect(withoutBus.out.contains("ok       agent          this command has one of its own"))
            var program = rig.program([rig.acctstorePath, "doctor"])
            program.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(rig.folder.path("no-bus"))"
            let gone = try await program.run()
            expectProblem(gone, 69, "bus", "does not answer")
            #expect(gone.out.contains("note     configuration  not looked at, since no agent tells of it"))
            #expect(gone.out.contains("ok       files"))
        }
    }

    @Test("an agent that does not start, and one that is not there")
    func agent() async throws {
        var options = RigOptions()
        options.hasService = false
        options.activatesAgent = false
        try await withRig(options) { rig in
            let unasked = try await rig.acctstore("doctor", "--no-start")
            #expect(unasked.status == 0 && unasked.out.contains("none runs; --no-start leaves it so"), "\(unasked.out)")
            #expect(!(try await rig.acctstore("agent").out).contains("process"))
            try rig.folder.write("#!/bin/sh\nexit 3\n", to: "bin/acctstore-agent", mode: 0o755)
            expectProblem(try await rig.acctstore("doctor"), 69, "agent", "could not start: it ended without a word")
            rig.folder.forget("bin/acctstore-agent")
            expectProblem(try await rig.acctstore("doctor"), 69, "program", "acctstore-agent is not where it belongs")
        }
    }

    @Test("what is printed can be shown to others, whatever stands in names, descriptions, files and the environment")
    func disclosesNothing() async throws {
        var options = RigOptions()
        let planted = ["pl4nted-one", "pl4nted-two"]
        options.environment = [
            "https_proxy": "http://user:pl4nted-one@127.0.0.1:9/?pl4nted-two", "ACCTSTORE_TEST": "pl4nted-one",
        ]
        try await withRig(options) { rig in
            let terminal = try await rig.terminal(with: TestService.Known.alice)
            try await terminal.mustRun("acctstore set 1 --description pl4nted-one")
            let sound = try await terminal.run("{ acctstore doctor --online --tokens; acctstore doctor --json; }")
            #expect(sound.out.contains("ok       proxy          http://127.0.0.1:9, by $https_proxy"), "\(sound.out)")
            try rig.folder.write(
                "pl4nted-one\n[acctstore]\nkeychain=pl4nted-two\npl4nted-one=pl4nted-two\n[pl4nted-two]\n",
                to: "home/.config/acctstore/acctstore.conf")
            try rig.folder.write(
                "[service]\ndialect=none\napi=http://pl4nted-one/\npl4nted-two=1\n",
                to: "home/.config/acctstore/services/other.conf")
            let broken = try await terminal.run(
                "{ ACCTSTORE_ACCOUNT='pl4nted-one:' acctstore -v doctor --tokens; acctstore doctor --json --online; }")
            #expect(broken.out.contains("acctstore.conf:4: [acctstore] has no such key"), "\(broken.out)")
            #expect(
                broken.out.contains("acctstore.conf:3: [acctstore] keychain: the value is none of"), "\(broken.out)")
            #expect(broken.out.contains("~/.config/acctstore/services/other.conf:3: [service] api"), "\(broken.out)")
            let known = TestService.Known.self
            let secrets =
                planted + [
                    known.consumerKey, known.consumerSecret, known.alice.token, known.alice.tokenSecret, "alice",
                    rig.folder.path,
                ]
            for text in [sound.out + sound.err, broken.out + broken.err] {
                for secret in secrets { #expect(!text.contains(secret), "\(secret): \(text)") }
            }
        }
    }

    @Test("--tokens has the keyring opened, once, before it looks for accounts; a no is a problem")
    func tokensOfKeyring() async throws {
        try await withRig { rig in
            _ = try await rig.terminal(with: TestService.Known.alice)
            try await rig.gnomeKeyring.restart(.locked)
            let prompter = try await PrompterDouble.start(
                on: rig.bus, answers: [.dismiss, .password(GnomeKeyring.password)])
            let terminal = try await rig.terminal()
            let refused = try await terminal.run("acctstore doctor --tokens")
            expectProblem(refused, 79, "keychain", "locked since its program")
            #expect(refused.out.contains("problem  tokens         "), "\(refused.out)")
            #expect(prompter.promptCount == 1)
            let opened = try await terminal.run("acctstore doctor --tokens")
            #expect(opened.status == 0, "\(opened.out)")
            #expect(opened.out.contains("ok       tokens         account 1 (local): valid\n"), "\(opened.out)")
            #expect(opened.out.contains(", open\n") && prompter.promptCount == 2, "\(opened.out)")
            await prompter.stop()
        }
    }

    @Test("a configuration that cannot be read: one status, and the command that mends it, with a bus and without")
    func unreadableConfiguration() async throws {
        var options = RigOptions()
        options.hasService = false
        options.configuration = "[acctstore]\n"
        try await withRig(options) { rig in
            let (file, shown) = (
                rig.folder.path("home/.config/acctstore/acctstore.conf"), "~/.config/acctstore/acctstore.conf"
            )
            for (make, mending) in [
                ("chmod 000 \(file)", "chmod 600 \(shown)\n"),
                ("rm -f \(file); mkdir \(file)", "mv \(shown) \(shown).other\n"),
            ] {
                expectSuccess(try await rig.program(["/bin/bash", "-c", make]).run())
                let outcome = try await rig.acctstore("doctor")
                for check in ["files", "configuration"] { expectProblem(outcome, 78, check, shown, next: mending) }
                var program = rig.program([rig.acctstorePath, "doctor"])
                program.environment["DBUS_SESSION_BUS_ADDRESS"] = "garbage"
                let gone = try await program.run()
                expectProblem(gone, 69, "files", shown, next: mending)
                expectProblem(gone, 69, "bus", "", next: "dbus-run-session -- bash\n")
            }
        }
    }

    @Test("another user's home, as sudo leaves it: told within seconds, and nothing is made there")
    func otherUser() async throws {
        try #require(geteuid() == 0, "only root can be two users")
        try await withRig { rig in
            var program = Program(
                [rig.acctstorePath, "doctor"], environment: rig.environment, user: .current, directory: rig.folder.path)
            program.environment["SUDO_UID"] = "65534"
            let outcome = try await program.run(deadline: .seconds(30))
            expectProblem(outcome, 69, "bus", "belongs to")
            expectProblem(
                outcome, 69, "home", "this program runs as user 0, and this is run by sudo",
                next: "Run acctstore without sudo.")
            for harm in ["chown", "chmod", "mv ", "rm "] { #expect(!outcome.out.contains(harm), "\(outcome.out)") }
        }
    }
}
