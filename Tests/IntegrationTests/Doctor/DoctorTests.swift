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

    @Test("the vault: not made, locked, damaged, later; with a bus and without one")
    func vault() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            expectProblem(
                try await rig.acctstore("doctor"), 78, "keychain", "no vault yet", next: "acctstore vault passphrase")
            try await VaultOnMachine.fill(try await rig.terminal(), of: rig)
            let open = try await rig.terminal().run("acctstore doctor")
            #expect(open.status == 0 && open.out.contains("scrypt with N=131072, r=8, p=1 (128 MiB)"), "\(open.out)")
            try await rig.terminal().mustRun("acctstore lock")
            let bytes = try #require(VaultOnMachine.file(of: rig))
            for outcome in [try await rig.acctstore("doctor"), try await rig.acctstoreWithoutBus("doctor")] {
                #expect(outcome.status == 0, "\(outcome.out)\(outcome.err)")
                #expect(
                    outcome.out.contains("note     keychain       vault, ~/.local/share/acctstore/vault, locked until"))
            }
            unsafe chmod(rig.folder.path(VaultOnMachine.path), 0o644)
            expectProblem(
                try await rig.acctstore("doctor"), 74, "files", "others may look into ~/.local/share/acctstore/vault")
            for (change, words, status) in [
                (Array(bytes.dropLast(9)), "cut short", 74), (Array("no vault".utf8), "no file of acctstore's", 74),
            ] as [([UInt8], String, Int32)] {
                try rig.folder.write(change, to: VaultOnMachine.path)
                let outcome = try await rig.acctstore("doctor")
                expectProblem(outcome, status, "vault", words)
                #expect(VaultOnMachine.file(of: rig) == change)
            }
        }
    }

    @Test("--tokens opens a locked vault, by what is typed or piped; where nobody can be asked that is a problem")
    func tokensOfVault() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            let terminal = try await rig.terminal()
            try await VaultOnMachine.fill(terminal, of: rig)
            try await terminal.mustRun("acctstore lock")
            let unasked = try await terminal.run("acctstore doctor --online")
            #expect(unasked.status == 0 && unasked.out.contains("clock          not known while"), "\(unasked.out)")
            expectProblem(
                try await terminal.run("acctstore --no-prompt doctor --tokens"), 79, "tokens", "locked",
                next: "acctstore unlock")
            expectProblem(try await rig.acctstore("--no-prompt", "doctor", "--tokens"), 79, "tokens", "locked")
            // The service is out of reach here: that it is asked shows that the account is known.
            try rig.folder.write(VaultOnMachine.passphrase, to: "passphrase")
            let piped = try await terminal.run("acctstore --passphrase-fd 3 doctor --tokens 3< passphrase")
            #expect(piped.out.contains("tokens         account 1 (twitter): "), "\(piped.out)")
            try await terminal.mustRun("acctstore lock")
            let typing = try await terminal.begin("acctstore doctor --tokens")
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
            let typed = try await typing.finish()
            #expect(typed.out.contains("accounts       1 (twitter)\n"), "\(typed.out)")
            #expect(typed.out.contains("tokens         account 1 (twitter): "), "\(typed.out)")
            let hidden = try await rig.acctstore("doctor")
            #expect(
                hidden.out.contains(
                    "none that this program may see\n         next: run this in a terminal\n         next: acctstore doctor\n"
                ),
                "\(hidden.out)")
        }
    }

    @Test("a vault of a later release is told as such, and stays as it is")
    func laterVault() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            try await VaultOnMachine.fill(try await rig.terminal(), of: rig)
            // The format's number, what differs between two writings, and the checksum that every format has at the end of
            // its header.
            let script = """
                import hashlib, sys
                file = bytearray(open(sys.argv[1], "rb").read())
                file[12], file[56] = 2, file[56] ^ 1
                file[144:176] = hashlib.sha256(file[:144]).digest()
                open(sys.argv[1], "wb").write(file)
                """
            let vault = rig.folder.path(VaultOnMachine.path)
            expectSuccess(try await rig.program(["/usr/bin/python3", "-c", script, vault]).run())
            let later = try #require(VaultOnMachine.file(of: rig))
            // The first agent had it open.
            for outcome in [try await rig.acctstore("doctor"), try await rig.acctstoreWithoutBus("doctor")] {
                expectProblem(
                    outcome, 78, "vault", "was written by a later release of acctstore: it has format 2, this release",
                    next: "Install a release that is at least as new.\n")
                #expect(
                    outcome.out.contains("keychain       not told before what is wrong above is mended\n"),
                    "\(outcome.out)")
            }
            #expect(VaultOnMachine.file(of: rig) == later)
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

    @Test("what stands in the vault's place and cannot be read: the command that mends it, and none for a keyring")
    func placeOfVault() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            let vault = rig.folder.path(VaultOnMachine.path)
            let shown = "~/.local/share/acctstore/vault"
            for (make, mending) in [
                ("touch vault; chmod 000 vault", "chmod 600 \(shown)"),
                ("touch other; ln -s other vault", "mv \(shown) \(shown).link"),
                ("mkdir -m 700 vault", "mv \(shown) \(shown).other"),
                ("mkfifo -m 600 vault", "mv \(shown) \(shown).other"),
            ] {
                let folder = String(vault.dropLast("/vault".count))
                let script = "mkdir -p -m 700 \(folder); cd \(folder); rm -rf vault; umask 077; \(make)"
                expectSuccess(try await rig.program(["/bin/bash", "-c", script]).run())
                let outcome = try await rig.acctstore("doctor")
                for check in ["vault", "keychain"] { expectProblem(outcome, 74, check, "vault", next: mending + "\n") }
            }
            expectSuccess(try await rig.program(["/bin/bash", "-c", "rm -rf \(vault); touch \(vault)"]).run())
            if geteuid() == 0 {
                unsafe chmod(vault, 0o600)
                unsafe chown(vault, 0, 0)
                expectProblem(
                    try await rig.acctstore("doctor"), 74, "vault", "vault", next: "sudo chown \"$(id -u)\" \(shown)\n")
            }
            for address in ["unix:path=\(rig.folder.path("no-bus"))", "garbage"] {
                var program = rig.program([rig.acctstorePath, "doctor"])
                program.environment = rig.environmentWithoutBus()
                program.environment["DBUS_SESSION_BUS_ADDRESS"] = address
                expectProblem(
                    try await program.run(), 69, "bus", "", next: "unset DBUS_SESSION_BUS_ADDRESS\n")
            }
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

/// One line of a problem with these words, the status, and the next step.
func expectProblem(
    _ ended: some Ended, _ status: Int32, _ check: String, _ words: String, next: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(ended.status == status, "\(ended.out)\(ended.err)", sourceLocation: sourceLocation)
    #expect(ended.err == "", sourceLocation: sourceLocation)
    let lines = (ended.out + "\n").split(separator: "\n", omittingEmptySubsequences: false).map { $0 + "\n" }
    guard
        let index = lines.firstIndex(where: {
            $0.hasPrefix("problem") && $0.dropFirst(9).hasPrefix(check) && $0.contains(words)
        })
    else {
        Issue.record("no such problem: \(ended.out)", sourceLocation: sourceLocation)
        return
    }
    #expect(lines[index + 1].hasPrefix("         next: \(next ?? "")"), "\(ended.out)", sourceLocation: sourceLocation)
}
