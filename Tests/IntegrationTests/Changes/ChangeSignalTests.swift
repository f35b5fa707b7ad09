import TestRig
import Testing

@Suite("A program hears of changes that others make")
struct ChangeSignalTests {
    private static let accounts = "xdg:schema=org.acctstore.Account"
    private static let grants = "xdg:schema=org.acctstore.Grant"

    @Test("of accounts and of its access, by acctstore and by any other program; and of nothing that is not its own")
    func others() async throws {
        try await withRig(options()) { rig in
            let terminal = try await KeptAccount().add(to: rig)
            let (mine, stranger) = (try ChangeListener.path(in: rig, named: "mine"), "stranger")
            try await terminal.mustRun("acctstore grant \(mine) 1")
            let listener = try await ChangeListener.start(in: rig, named: "mine")
            let other = try await ChangeListener.start(in: rig, named: stranger)

            try await terminal.mustRun("acctstore set 1 --description new")
            try await listener.waitFor("AccountsChanged quiet")
            try await rig.gnomeKeyring.byAnotherProgram("set", Self.accounts, "username=bob")
            try await listener.waitFor("AccountsChanged quiet", times: 2)
            try await rig.gnomeKeyring.byAnotherProgram("set", Self.grants, "decision=deny")
            try await listener.waitFor("AccessChanged quiet")
            try await rig.gnomeKeyring.byAnotherProgram("delete", Self.grants)
            try await listener.waitFor("AccessChanged quiet", times: 2)
            try await terminal.mustRun("acctstore grant any 1")
            try await listener.waitFor("AccessChanged quiet", times: 3)
            // The stranger may use the account now too, so that it hears of this alone.
            try await other.waitFor("AccessChanged quiet")
            #expect(other.heard == ["AccessChanged quiet"])
            try await rig.gnomeKeyring.byAnotherProgram("delete", Self.accounts)
            try await listener.waitFor("AccountsChanged quiet", times: 3)
            #expect(listener.heard.count == 6, "\(listener.heard)")
            for program in [listener, other] { await program.stop() }
        }
    }

    @Test("a hundred changes are a few signals, after the last of them one; locking and restarting is none")
    func storm() async throws {
        try await withRig(options()) { rig in
            let terminal = try await KeptAccount().add(to: rig)
            let mine = try ChangeListener.path(in: rig, named: "mine")
            try await terminal.mustRun("acctstore grant \(mine) 1")
            let listener = try await ChangeListener.start(in: rig, named: "mine")
            let many = """
                for number in $(seq 100); do
                    printf secret | secret-tool store --label=x xdg:schema org.acctstore.Account service quiet app other \
                user-id 7 id 00000000-0000-4000-8000-000000000007 number 7 username name$number
                done
                """
            let ended = try await rig.program(["/bin/sh", "-c", many]).run()
            #expect(ended.status == 0, "\(ended.err)")
            try await listener.waitFor("AccountsChanged quiet")
            #expect(listener.heard.count < 100, "\(listener.heard.count)")
            try await rig.gnomeKeyring.lock()
            try await rig.gnomeKeyring.unlock()
            try await rig.gnomeKeyring.restart(.unlocked)
            let before = listener.heard.count { $0.hasPrefix("Access") }
            try await rig.gnomeKeyring.byAnotherProgram("set", Self.grants, "permissions=read")
            try await listener.waitFor("AccessChanged quiet")
            #expect(before == 0)
            #expect(listener.heard.count { $0.hasPrefix("Access") } == 1)
            await listener.stop()
        }
    }

    private func options() -> RigOptions {
        var options = RigOptions()
        options.hasService = false
        return options
    }
}
