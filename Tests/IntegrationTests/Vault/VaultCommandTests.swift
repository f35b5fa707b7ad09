import TestRig
import Testing

@Suite("Accounts in the vault")
struct VaultCommandTests {
    @Test("the first that is kept makes it; one passphrase serves until lock, and no key of it is shown")
    func fromEndToEnd() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            let terminal = try await rig.terminal()
            let none = try await terminal.run("acctstore list")
            expectFailure(none, 78, "there is no vault yet")
            #expect(none.nextSteps == ["acctstore vault passphrase"])
            try await VaultOnMachine.fill(terminal, of: rig)
            #expect(VaultOnMachine.file(of: rig) != nil)
            // Open since it was made.
            expectSuccess(try await terminal.run("acctstore list"), prints: "1  @alice  twitter\n")
            expectSuccess(try await terminal.run(VaultOnMachine.sign))

            let locked = try await terminal.run("acctstore lock")
            #expect(locked.err == "the vault is locked, and the agent keeps no credential\n")
            let signing = try await terminal.begin(VaultOnMachine.sign)
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
            expectSuccess(try await signing.finish())
            for _ in 0..<3 { expectSuccess(try await terminal.run(VaultOnMachine.sign)) }
            #expect(!terminal.screen.contains(VaultOnMachine.passphrase))
        }
    }

    @Test("without a question it is 79 with the next command; three wrong passphrases are 79, Ctrl-D is 80, Ctrl-C 130")
    func refusals() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            let terminal = try await rig.terminal()
            try await VaultOnMachine.fill(terminal, of: rig)
            try await terminal.mustRun("acctstore lock")
            let before = VaultOnMachine.file(of: rig)
            let unasked = try await terminal.run("acctstore --no-prompt list")
            expectFailure(
                unasked, 79, "is locked, and the program that wants it open leads to nobody who could be asked")
            #expect(unasked.err.contains("it wants no questions asked (--no-prompt"))
            #expect(unasked.nextSteps == ["acctstore unlock"])
            expectFailure(try await rig.acctstore("unlock"), 79, "is locked", "it has no terminal")

            let wrong = try await terminal.begin("acctstore list")
            for _ in 0..<3 { try await VaultOnMachine.type("wrong", at: terminal) }
            let refused = try await wrong.finish()
            expectFailure(refused, 79, "not the passphrase")
            #expect(refused.nextSteps == ["acctstore unlock"])
            let changing = try await terminal.begin("acctstore vault passphrase")
            for _ in 0..<3 { try await VaultOnMachine.type("wrong", at: terminal) }
            let unchanged = try await changing.finish()
            expectFailure(unchanged, 79, "not the passphrase")
            #expect(unchanged.nextSteps == ["acctstore vault passphrase"])
            for (key, status) in [("\u{4}", Int32(80)), ("\u{3}", 130)] {
                let ended = try await terminal.begin("acctstore unlock")
                try await terminal.waitFor("Passphrase of the vault: ")
                try await eventually("no echo") { !terminal.echoes }
                try terminal.type(key)
                #expect(try await ended.finish().status == status)
                try await eventually("echo") { terminal.echoes }
            }
            // The second try may be right.
            let unlocking = try await terminal.begin("acctstore unlock")
            try await VaultOnMachine.type("wrong", at: terminal)
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
            let unlocked = try await unlocking.finish()
            expectSuccess(unlocked, prints: "")
            #expect(unlocked.err == "the vault is open\n")
            #expect(VaultOnMachine.file(of: rig) == before)
        }
    }

    @Test("--passphrase-fd makes it, opens it for a program without a terminal, and is passed on to nobody")
    func descriptor() async throws {
        try await withRig(VaultOnMachine.options("[access]\nmanage-without-terminal=true\n")) { rig in
            try rig.folder.write("\(VaultOnMachine.passphrase)\nnot read\n", to: "passphrase")
            try rig.folder.write("wrong", to: "wrong")
            try rig.folder.write(VaultOnMachine.tokens, to: "tokens")
            func script(_ text: String) async throws -> Outcome {
                try await rig.program(["/bin/bash", "-c", text]).run()
            }
            expectSuccess(
                try await script(
                    "printf s | acctstore --passphrase-fd 3 app set twitter --key k --secret-stdin 3< passphrase"))
            expectSuccess(
                try await script("acctstore --passphrase-fd 3 add twitter --token-stdin < tokens 3< passphrase"))
            expectSuccess(try await rig.acctstore("lock"))
            expectFailure(try await script("acctstore --passphrase-fd 3 unlock 3< wrong"), 79, "not the passphrase")
            expectFailure(try await script("acctstore --passphrase-fd 99 unlock"), 64, "descriptor 99 is not open")
            expectFailure(try await script("acctstore --passphrase-fd 1 unlock"), 64)
            expectFailure(try await script("acctstore --passphrase-fd 0 unlock <&-"), 64, "descriptor 0 is not open")
            // At a terminal, where this program itself has files under such numbers.
            let shell = try await rig.terminal()
            for number in 3...12 {
                let ended = try await shell.run("acctstore --passphrase-fd \(number) unlock \(number)<&-")
                expectFailure(ended, 64, "descriptor \(number) is not open")
            }
            expectSuccess(try await script("acctstore --passphrase-fd 3 grant any 1 3< passphrase"))
            // One passphrase for a session.
            expectSuccess(try await script(VaultOnMachine.sign))
            expectSuccess(try await rig.acctstore("lock"))
            let terminal = try await rig.terminal()
            let passing = try await terminal.begin(
                "acctstore --passphrase-fd 7 exec -a 1 -- ls -l /proc/self/fd 7< passphrase")
            try await terminal.waitFor("Allow?")
            try terminal.type("once\n")
            let passed = try await passing.finish()
            expectSuccess(passed)
            #expect(passed.out.contains("/dev/tty") || passed.out.contains(" 0 -> "))
            #expect(!passed.out.contains("/passphrase"))
        }
    }

    @Test("commands that begin at once, each with the right passphrase, all find the vault open")
    func atOnce() async throws {
        try await withRig(VaultOnMachine.options("[access]\nmanage-without-terminal=true\n")) { rig in
            try rig.folder.write(VaultOnMachine.passphrase, to: "passphrase")
            func script(_ text: String) async throws -> Outcome {
                try await rig.program(["/bin/bash", "-c", text]).run()
            }
            expectSuccess(
                try await script(
                    "printf s | acctstore --passphrase-fd 3 app set twitter --key k --secret-stdin 3< passphrase"))
            for _ in 0..<5 {
                expectSuccess(try await rig.acctstore("lock"))
                let ended = try await script(
                    """
                    for n in 1 2 3 4 5 6; do
                      { acctstore --passphrase-fd 3 app list 3< passphrase >/dev/null 2>&1; echo $?; } &
                    done; wait
                    """)
                #expect(ended.out == String(repeating: "0\n", count: 6))
            }
        }
    }

    @Test("both lines of a new passphrase that come at once are taken, and neither is shown")
    func pasted() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            let terminal = try await rig.terminal()
            let secret = try rig.folder.write("consumer-secret", to: "input/secret")
            let setting = try await terminal.begin("acctstore app set twitter --key k --secret-stdin <\(secret)")
            try await terminal.waitFor("New passphrase of the vault: ")
            try terminal.type("pasted words\npasted words\n")
            expectSuccess(try await setting.finish(), prints: "")
            #expect(!terminal.screen.contains("pasted words"))
            #expect(VaultOnMachine.file(of: rig) != nil)
        }
    }

    @Test("^C behind the last entry of another passphrase leaves the old one")
    func brokenOff() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            let terminal = try await rig.terminal()
            try await VaultOnMachine.fill(terminal, of: rig)
            let before = VaultOnMachine.file(of: rig)
            let changing = try await terminal.begin("acctstore vault passphrase")
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
            try await VaultOnMachine.typeNew("new one", again: "new one", at: terminal)
            try terminal.type("\u{3}")
            #expect(try await changing.finish().status == 130)
            // Behind it in the agent's queue.
            try await terminal.mustRun("acctstore lock")
            let listing = try await terminal.begin("acctstore list")
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
            expectSuccess(try await listing.finish(), prints: "1  @alice  twitter\n")
            #expect(VaultOnMachine.file(of: rig) == before)
        }
    }

    @Test(
        "another passphrase: the old one is asked for, empty and differing ones are refused, and the file changes at once"
    )
    func changing() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            let terminal = try await rig.terminal()
            try await VaultOnMachine.fill(terminal, of: rig)
            let before = VaultOnMachine.file(of: rig)
            for (first, second, words) in [("", "", "empty"), ("a", "b", "not the same")] {
                let changing = try await terminal.begin("acctstore vault passphrase")
                try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
                for _ in 0..<3 { try await VaultOnMachine.typeNew(first, again: second, at: terminal) }
                expectFailure(try await changing.finish(), 65, words)
            }
            let wrong = try await terminal.begin("acctstore vault passphrase")
            for _ in 0..<3 { try await VaultOnMachine.type("wrong", at: terminal) }
            expectFailure(try await wrong.finish(), 79, "not the passphrase")
            #expect(VaultOnMachine.file(of: rig) == before)

            let changing = try await terminal.begin("acctstore vault passphrase")
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
            // Asked for again by itself; the old one is not.
            try await VaultOnMachine.typeNew("new one", again: "new on", at: terminal)
            try await VaultOnMachine.typeNew("new one", again: "new one", at: terminal)
            expectSuccess(try await changing.finish(), prints: "")
            #expect(terminal.screen.contains("the two passphrases are not the same; nothing was changed"))
            try await terminal.mustRun("acctstore lock")
            let listing = try await terminal.begin("acctstore list")
            try await VaultOnMachine.type(VaultOnMachine.passphrase, at: terminal)
            try await VaultOnMachine.type("new one", at: terminal)
            expectSuccess(try await listing.finish(), prints: "1  @alice  twitter\n")
        }
    }

    @Test("at the first making two that differ are asked for again, three times at most")
    func making() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            let terminal = try await rig.terminal()
            let refused = try await terminal.begin("acctstore vault passphrase")
            for _ in 0..<3 { try await VaultOnMachine.typeNew("a", again: "b", at: terminal) }
            expectFailure(try await refused.finish(), 65, "not the same")
            #expect(VaultOnMachine.file(of: rig) == nil)
            let made = try await terminal.begin("acctstore vault passphrase")
            for second in ["b", "", "a"] { try await VaultOnMachine.typeNew("a", again: second, at: terminal) }
            expectSuccess(try await made.finish(), prints: "")
        }
    }

    @Test("an agent with an open vault does not end for want of work, and closes it after forget-after")
    func staying() async throws {
        try await withRig(VaultOnMachine.options("[agent]\nidle-exit=1s\nforget-after=4s\n")) { rig in
            let terminal = try await rig.terminal()
            try await VaultOnMachine.fill(terminal, of: rig)
            let agent = try await terminal.run("acctstore agent status").out
            try await Task.sleep(for: .seconds(2))
            expectSuccess(try await terminal.run(VaultOnMachine.sign))
            #expect(try await terminal.run("acctstore agent status").out == agent)
            let process = try await rig.bus.ownerPID("org.acctstore.Agent1")
            try await eventually("the agent ends once the vault has closed") { !isRunning(process) }
            expectFailure(try await terminal.run("acctstore --no-prompt list"), 79, "is locked")
        }
    }

    @Test("without a Secret Service nothing else takes its place: 69, and the words that lead to the vault")
    func noFallback() async throws {
        var options = VaultOnMachine.options()
        options.configuration = nil
        try await withRig(options) { rig in
            let terminal = try await rig.terminal()
            let unreachable = try await terminal.run("acctstore list")
            expectFailure(unreachable, 69, "no program on the session bus keeps secrets")
            #expect(VaultOnMachine.file(of: rig) == nil)
            // What leads to the vault works when it is pasted.
            let step = try #require(unreachable.nextSteps.last)
            #expect(unreachable.err.contains("accounts can be kept in an encrypted file instead"))
            try await terminal.mustRun(step)
            #expect(try await terminal.run("acctstore --no-prompt status").out.contains("keychain  vault, "))
        }
    }

    @Test("status tells the kind of the keychain and its file, before it is made, locked and open")
    func status() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            let terminal = try await rig.terminal()
            let path = rig.folder.path(VaultOnMachine.path)
            func keychain() async throws -> String? {
                let out = try await terminal.run("acctstore --no-prompt status").out
                return out.split(separator: "\n").first { $0.hasPrefix("keychain") }.map(String.init)
            }
            #expect(try await keychain() == "keychain  vault, \(path), not made yet")
            try await VaultOnMachine.fill(terminal, of: rig)
            #expect(try await keychain() == "keychain  vault, \(path), open")
            try await terminal.mustRun("acctstore lock")
            #expect(try await keychain() == "keychain  vault, \(path), locked")
            let json = try await terminal.run("acctstore status --json").out
            #expect(json.contains(#""kind":"vault""#) && json.contains(#""path":"\#(path)""#))
        }
    }
}
