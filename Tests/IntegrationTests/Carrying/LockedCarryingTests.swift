import TestRig
import Testing

/// Locked is not absent: what cannot be looked at is not told as new.
@Suite("What is carried to and from a locked keyring")
struct LockedCarryingTests {
    @Test("a plan is not made without a look at what is kept, nor a passphrase asked for")
    func locked() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([TestService.Known.alice]), to: "home/.twurlrc")
            let terminal = try await rig.terminal()
            try await terminal.mustRun("acctstore import twurl --service local --yes")
            let again = try await terminal.run("acctstore import twurl --service local --dry-run")
            #expect(again.err.contains("account @alice") && !again.err.contains(": new"), "\(again.err)")

            try await rig.gnomeKeyring.lock()
            for command in ["import twurl --service local --dry-run", "import twurl --service local --yes"] {
                let refused = try await terminal.run("acctstore \(command)")
                expectFailure(refused, 79, "is locked")
                #expect(!refused.err.contains(": new"))
            }
            expectFailure(try await terminal.run("acctstore export bundle"), 79, "is locked")
            #expect(rig.folder.read("home/bundle") == nil)
            try await rig.gnomeKeyring.unlock()
            #expect(try await rig.items("Account").count == 1)
            #expect(try await rig.items("App").count == 1)
        }
    }

    @Test("--app is for a file that names no apps, and is not passed over where it does")
    func app() async throws {
        try await withRig { rig in
            try rig.folder.write(ForeignText.profiles([TestService.Known.alice]), to: "home/.twurlrc")
            let terminal = try await rig.terminal()
            let refused = try await terminal.run("acctstore import twurl --service local --app other --yes")
            expectFailure(refused, 64, "twurl says itself which app each account has")
            #expect(try await rig.keepsNothing)
        }
    }
}
