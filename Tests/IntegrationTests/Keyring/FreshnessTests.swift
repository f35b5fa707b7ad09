import TestRig
import Testing

/// What the agent keeps in memory is never older than what the keyring had when the request was made.
@Suite("A request after a change that another program made")
struct FreshnessTests {
    private let account = KeptAccount()
    private static let accounts = "xdg:schema=org.acctstore.Account"
    private static let grants = "xdg:schema=org.acctstore.Grant"

    @Test("a secret that was replaced in its place signs at once, though the keyring tells nobody of it")
    func secret() async throws {
        try await withRig(options()) { rig in
            let terminal = try await account.add(to: rig)
            for (old, new) in [(account.token, "other-1"), ("other-1", "other-2"), ("other-2", "other-3")] {
                #expect(try await terminal.mustRun(KeptAccount.sign).contains(old))
                #expect(try await rig.gnomeKeyring.byAnotherProgram("set-secret", Self.accounts, old, new) == 1)
                #expect(try await terminal.mustRun(KeptAccount.sign).contains(new))
            }
        }
    }

    @Test("a grant that was deleted, changed to a denial, or given anew counts at once")
    func grants() async throws {
        try await withRig(options()) { rig in
            let terminal = try await account.add(to: rig)
            let script = try rig.script("nightly", "#!/bin/sh\n\(KeptAccount.sign)\nexit $?\n")
            for _ in 1...3 {
                try await terminal.mustRun("acctstore grant \(script) 1")
                for _ in 1...2 { expectSuccess(try await rig.alone(script)) }
                try await rig.gnomeKeyring.byAnotherProgram("set", Self.grants, "decision=deny")
                expectFailure(try await rig.alone(script), 77, "denied")
                try await rig.gnomeKeyring.byAnotherProgram("set", Self.grants, "decision=allow")
                expectSuccess(try await rig.alone(script))
                try await rig.gnomeKeyring.byAnotherProgram("delete", Self.grants)
                expectFailure(try await rig.alone(script), 77, "no access")
            }
        }
    }

    @Test("an account that is to be asked about at each use is, and one that was deleted is no more")
    func account() async throws {
        try await withRig(options()) { rig in
            let terminal = try await account.add(to: rig)
            let script = try rig.script("nightly", "#!/bin/sh\n\(KeptAccount.sign)\nexit $?\n")
            try await terminal.mustRun("acctstore grant \(script) 1")
            for _ in 1...2 { expectSuccess(try await rig.alone(script)) }
            try await rig.gnomeKeyring.byAnotherProgram("set", Self.accounts, "ask=always")
            expectFailure(try await rig.alone(script), 77, "asked about at each use")
            try await rig.gnomeKeyring.byAnotherProgram("delete", Self.accounts)
            expectFailure(try await terminal.run(KeptAccount.sign), 67)
        }
    }

    @Test("another default collection is the one that counts, at once")
    func alias() async throws {
        try await withRig(options()) { rig in
            let terminal = try await account.add(to: rig)
            let other = try await rig.gnomeKeyring.makeCollection(label: "Other")
            for _ in 1...2 { try await terminal.mustRun(KeptAccount.sign) }
            try await rig.gnomeKeyring.setDefault(other)
            expectFailure(try await terminal.run(KeptAccount.sign), 67)
            try await rig.gnomeKeyring.setDefault(GnomeKeyring.loginCollection)
            for _ in 1...2 { try await terminal.mustRun(KeptAccount.sign) }
        }
    }

    @Test("a keyring that was locked is locked, with the credential a moment ago in memory")
    func locked() async throws {
        try await withRig(options()) { rig in
            let terminal = try await account.add(to: rig)
            for _ in 1...3 {
                for _ in 1...2 { try await terminal.mustRun(KeptAccount.sign) }
                try await rig.gnomeKeyring.lock()
                expectFailure(try await terminal.run(KeptAccount.sign), 79, "locked")
                try await rig.gnomeKeyring.unlock()
            }
        }
    }

    private func options() -> RigOptions {
        var options = RigOptions()
        options.hasService = false
        return options
    }
}
