import FoundationEssentials
import TestRig
import Testing

@Suite("acctstore export, and import of a bundle")
struct BundleTests {
    private static let alice = TestService.Known.alice
    private static let passphrase = "correct horse"

    private static func typeNew(_ first: String, again second: String, at terminal: Terminal) async throws {
        for (prompt, text) in [("New passphrase of the bundle: ", first), ("The same again: ", second)] {
            try await terminal.waitFor(prompt)
            try await eventually("no echo") { !terminal.echoes }
            try terminal.type("\(text)\n")
        }
    }

    private static func type(_ passphrase: String, at terminal: Terminal) async throws {
        try await terminal.waitFor("Passphrase of the bundle: ")
        try await eventually("no echo") { !terminal.echoes }
        try terminal.type("\(passphrase)\n")
    }

    /// A machine with two accounts, a description and a grant, and what it exports.
    private static func bundle(_ options: String = "", of service: TestService) async throws -> ([UInt8], String) {
        var rigOptions = RigOptions()
        rigOptions.hasService = false
        return try await withRig(rigOptions) { rig in
            try rig.folder.describe("local", service.description())
            try rig.folder.write(ForeignText.profiles([alice, TestService.Known.aliceWork]), to: "home/.twurlrc")
            let terminal = try await rig.terminal()
            try await terminal.mustRun("acctstore import twurl --service local --yes")
            try await terminal.mustRun("acctstore set 2 --description 'for work' --ask always")
            try await terminal.mustRun("acctstore grant any 1 --write")
            let exporting = try await terminal.begin("acctstore export \(options) accounts.bundle")
            try await typeNew(passphrase, again: passphrase, at: terminal)
            let ended = try await exporting.finish()
            expectSuccess(ended, prints: "")
            #expect(ended.err.contains("exported 2 accounts, 1 app"))
            #expect(try await terminal.mustRun("stat -c %a accounts.bundle") == "600\n")
            #expect(try await terminal.mustRun("ls -A | grep acctstore- || true") == "")
            let refused = try await terminal.run("acctstore export accounts.bundle")
            expectFailure(refused, 74, "is there already")
            return (try rig.folder.bytes("accounts.bundle"), try await terminal.mustRun("acctstore list --json"))
        }
    }

    @Test("carries accounts, descriptions and grants to another machine, into a vault too", arguments: [false, true])
    func carry(isVault: Bool) async throws {
        let service = try await TestService.start()
        let (bytes, before) = try await Self.bundle("--grants", of: service)
        var options = RigOptions()
        options.hasService = false
        if isVault {
            options.secrets = .none
            options.configuration = "[acctstore]\nkeychain=vault\n"
        }
        try await withRig(options) { rig in
            try rig.folder.describe("local", service.description())
            try rig.folder.write(bytes, to: "accounts.bundle")
            let terminal = try await rig.terminal()
            let importing = try await terminal.begin("acctstore import bundle accounts.bundle")
            if isVault { try await VaultOnMachine.typeNew("vault", again: "vault", at: terminal) }
            try await Self.type("another", at: terminal)
            try await terminal.waitFor("passphrase")
            try await Self.type(Self.passphrase, at: terminal)
            try await terminal.waitFor("Store these? yes, no: ")
            #expect(importing.err.contains("grant any  allow write  @alice  local: new\n"))
            try terminal.type("yes\n")
            let ended = try await importing.finish()
            expectSuccess(ended, prints: "1\n2\n")
            #expect(ended.err.contains("4 things stored and read back"))
            #expect(rig.folder.read("accounts.bundle") == nil || (try? rig.folder.bytes("accounts.bundle")) == bytes)
            // Numbers, UUIDs and descriptions are those of the other machine, which was as empty before.
            expectSuccess(try await terminal.run("acctstore list --json"), prints: before)
            #expect(try await terminal.mustRun("acctstore show 2").contains("always"))
            #expect(try await terminal.mustRun("acctstore grant").contains("any"))
            expectSuccess(try await terminal.run("acctstore post -a 1 'from the other machine'"))
            #expect(try await service.posts().last?.user == "alice")
        }
        await service.stop()
    }

    @Test("a wrong passphrase, a bundle cut short, altered, foreign, of the vault or newer: told apart, nothing stored")
    func damaged() async throws {
        let service = try await TestService.start()
        let (bytes, _) = try await Self.bundle(of: service)
        var options = RigOptions()
        options.hasService = false
        try await withRig(options) { rig in
            let terminal = try await rig.terminal()
            try rig.folder.write(Self.passphrase + "\n", to: "right")
            try rig.folder.write("wrong\n", to: "wrong")
            let vault = try await terminal.begin("acctstore vault passphrase")
            try await VaultOnMachine.typeNew("vault", again: "vault", at: terminal)
            expectSuccess(try await vault.finish())
            var altered = bytes
            altered[bytes.count - 20] ^= 1
            var seen: Set<String> = []
            for (content, file, status) in [
                (bytes, "wrong", 79), (Array(bytes.dropLast(30)), "right", 74), (altered, "right", 74),
                (Array("profiles: {}\n".utf8) + [UInt8](repeating: 7, count: 300), "right", 74),
                (try rig.folder.bytes(VaultOnMachine.path), "right", 74),
            ] as [([UInt8], String, Int32)] {
                try rig.folder.write(content, to: "b")
                let ended = try await terminal.run("acctstore --passphrase-fd 3 import bundle b --yes 3<\(file)")
                #expect(ended.status == status && ended.out == "", "\(ended.err)")
                let line = try #require(ended.errorLine)
                #expect(seen.insert(line).inserted, "\(line)")
                #expect(line.contains("b"), "\(line)")
                #expect(status != 79 || ended.nextSteps == ["acctstore import bundle b"], "\(ended.nextSteps)")
                let isDamaged = status == 74 && file == "right" && !line.contains("is a vault")
                #expect(ended.err.contains("Copy it again, or export it again.") == isDamaged, "\(ended.err)")
                #expect(!ended.err.contains("from a backup"))
            }
            #expect(try await rig.keepsNothing)
            try rig.folder.write(bytes, to: "b")
            let right = try await terminal.run("cat b | acctstore --passphrase-fd 3 import bundle - --yes 3<right")
            expectSuccess(right, prints: "1\n2\n")
            let again = try await terminal.run("acctstore --passphrase-fd 3 import bundle b --yes 3<right")
            expectSuccess(again, prints: "1\n2\n")
            #expect(again.err.contains("account @alice  local  app default: kept already\n"))
            #expect(again.err.contains("nothing new was stored") && !again.err.contains("stored and read back"))
            #expect(try await rig.items("Account").count == 2)
        }
        await service.stop()
    }

    @Test("an answer of this machine that a bundle would overturn is shown, also where --replace needs no question")
    func overturned() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([Self.alice]), to: "home/.twurlrc")
            try rig.folder.write("p\n", to: "p")
            let program = try rig.folder.write("#!/bin/sh\n", to: "home/nightly", mode: 0o755)
            let terminal = try await rig.terminal()
            try await terminal.mustRun("acctstore import twurl --service local --yes")
            try await terminal.mustRun("acctstore grant \(program) 1 --write")
            try await terminal.mustRun("acctstore --passphrase-fd 3 export --grants b 3<p")
            let same = try await terminal.run("acctstore --passphrase-fd 3 import bundle b --dry-run 3<p")
            #expect(same.err.contains("  grant \(program)  allow write  @alice  local: kept already\n"))
            try await terminal.mustRun("acctstore revoke \(program)")
            try await terminal.mustRun("acctstore grant \(program) 'local:*' --write --deny")
            let wider = try await terminal.run("acctstore --no-prompt --passphrase-fd 3 import bundle b --yes 3<p")
            #expect(wider.err.contains("replaces your deny write for local:*\n"), "\(wider.err)")
            #expect(wider.status == 64, "\(wider.err)")
            try await terminal.mustRun("acctstore revoke \(program)")
            try await terminal.mustRun("acctstore grant \(program) 1 --write --deny")
            for options in ["--dry-run", "--yes --replace"] {
                let ended = try await terminal.run("acctstore --passphrase-fd 3 import bundle b \(options) 3<p")
                #expect(
                    ended.status == 0
                        && ended.err.contains(
                            "  grant \(program)  allow write  @alice  local: replaces your deny write\n"),
                    "\(ended.err)")
            }
            #expect(try await terminal.mustRun("acctstore grant").contains("allow"))
        }
    }

    @Test("where no vault was made yet there is nothing to export, and none is made")
    func noVault() async throws {
        try await withRig(VaultOnMachine.options()) { rig in
            try rig.folder.write("p\n", to: "p")
            let terminal = try await rig.terminal()
            for command in ["acctstore export b", "acctstore --passphrase-fd 3 export b 3<p"] {
                let ended = try await terminal.run(command)
                expectFailure(ended, 78, "there is no vault yet")
                #expect(ended.nextSteps == ["acctstore vault passphrase"])
            }
            #expect(VaultOnMachine.file(of: rig) == nil && rig.folder.read("b") == nil)
        }
    }

    @Test("what is in a file is shown where no vault was made yet, and none is made for that")
    func dryWithoutVault() async throws {
        let service = try await TestService.start()
        let (bytes, _) = try await Self.bundle(of: service)
        await service.stop()
        try await withRig(VaultOnMachine.options()) { rig in
            try rig.folder.describe("local", service.description())
            try rig.folder.write(bytes, to: "b")
            try rig.folder.write("of the vault\n\(Self.passphrase)\n", to: "both")
            try rig.folder.write(ForeignText.profiles([Self.alice]), to: "home/.twurlrc")
            let terminal = try await rig.terminal()
            for command in [
                "acctstore import twurl --service local --dry-run",
                "acctstore --passphrase-fd 3 import bundle b --dry-run 3<both",
            ] {
                let ended = try await terminal.run(command)
                expectSuccess(ended, prints: "")
                #expect(ended.err.contains("account @alice  local  app default"), "\(ended.err)")
                #expect(ended.err.contains(": new\n") && ended.err.hasSuffix("nothing was stored\n"), "\(ended.err)")
            }
            let typing = try await terminal.begin("acctstore import bundle b --dry-run")
            try await Self.type(Self.passphrase, at: terminal)
            expectSuccess(try await typing.finish(), prints: "")
            #expect(VaultOnMachine.file(of: rig) == nil)
        }
    }

    @Test("a program without a terminal has the passphrase of a bundle asked for by a dialog, twice for a new one")
    func dialog() async throws {
        let desktop = try await Desktop.start()
        var options = RigOptions()
        options.environment["DISPLAY"] = desktop.display
        options.configuration = "[access]\nmanage-without-terminal=true\n"
        try await withRig(options) { rig in
            _ = try await rig.terminal(with: Self.alice)
            let bundle = rig.folder.path("b")
            let exporting = try rig.program([rig.acctstorePath, "export", bundle]).start()
            try await desktop.press("h o r s e Return h o r s e Return", on: try await rig.dialogProcess())
            expectSuccess(try await exporting.finish(), prints: "")
            let importing = try rig.program([rig.acctstorePath, "import", "bundle", bundle, "--yes"]).start()
            try await desktop.press("h o r s e Return", on: try await rig.dialogProcess())
            let imported = try await importing.finish()
            expectSuccess(imported, prints: "1\n")
            #expect(imported.err.contains("nothing new was stored"), "\(imported.err)")
        }
        await desktop.stop()
    }

    @Test("some accounts, to standard output, without grants; another number where the machine has accounts")
    func some() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([Self.alice, TestService.Known.bob]), to: "home/.twurlrc")
            try rig.folder.write("p\n", to: "p")
            let terminal = try await rig.terminal()
            try await terminal.mustRun("acctstore import twurl --service local --yes")
            try await terminal.mustRun("acctstore grant any 2 --write")
            let bare = try await terminal.runOnScreen("acctstore export - @bob")
            #expect(bare == 64)
            let ended = try await terminal.run("(acctstore --passphrase-fd 3 export - @bob 3<p >b)")
            #expect(
                ended.status == 0 && ended.err.contains("exported 1 account, 1 app to standard output"), "\(ended.err)")
            expectFailure(try await terminal.run("acctstore export c nobody"), 67, "there is no account")
            try await terminal.mustRun("acctstore remove 2 --yes")
            let imported = try await terminal.run("acctstore --passphrase-fd 3 import bundle b --yes 3<p")
            expectSuccess(imported, prints: "3\n")
            #expect(try await terminal.mustRun("acctstore grant") == "")
            expectSuccess(try await terminal.run("acctstore post -a 3 hello"))
        }
    }
}
