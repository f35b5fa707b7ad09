import Glibc
import TestRig
import Testing

@Suite("Doctor, where accounts are kept in a vault")
struct DoctorVaultTests {
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
}
