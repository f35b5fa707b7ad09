import TestRig
import Testing

/// Only root can look into the agent's memory, as its own user cannot.
@Suite("A credential that the agent kept is nowhere in its memory", .enabled(if: ProcessMemory.isReadable))
struct ForgettingTests {
    private let account = KeptAccount()

    @Test("after `acctstore lock`, and after the keyring was locked by another program or by us")
    func locked() async throws {
        try await withRig(options()) { rig in
            let terminal = try await account.add(to: rig)
            for lock in ["acctstore lock", "acctstore lock --keyring"] {
                let memory = try await keeping(rig, terminal)
                try await terminal.mustRun(lock)
                #expect(try account.copies(in: memory) == 0, "after \(lock)")
            }
            #expect(try await rig.gnomeKeyring.isLocked())
            try await rig.gnomeKeyring.unlock()
            let memory = try await keeping(rig, terminal)
            try await rig.gnomeKeyring.lock()
            try await eventually("the agent forgets") { try account.copies(in: memory) == 0 }
        }
    }

    @Test("after the time that the configuration says, without any request")
    func idle() async throws {
        var options = options()
        options.configuration = "[agent]\nforget-after=1s\n"
        try await withRig(options) { rig in
            let terminal = try await account.add(to: rig)
            try await terminal.mustRun(KeptAccount.sign)
            let memory = try await KeptAccount.memory(of: rig)
            try await eventually("the agent forgets") { try account.copies(in: memory) == 0 }
        }
    }

    @Test("when the machine goes to sleep, which waits for it; and it is kept again afterwards")
    func asleep() async throws {
        try await withRig(options()) { rig in
            let terminal = try await account.add(to: rig)
            let logind = try await LogindDouble.start(for: rig.bus)
            let memory = try await keeping(rig, terminal)
            try await eventually("the agent asks sleep to wait") { logind.delays.taken == 1 }
            logind.prepareForSleep(true)
            try await eventually("sleep goes on") { logind.delays.released == 1 }
            #expect(try account.copies(in: memory) == 0)
            try await terminal.mustRun(KeptAccount.sign)
            #expect(try account.copies(in: memory) == 0, "on the way to sleep nothing is kept")
            logind.prepareForSleep(false)
            try await eventually("the agent asks sleep to wait again") { logind.delays.taken == 2 }
            _ = try await keeping(rig, terminal)
            await logind.stop()
        }
    }

    @Test("when the keyring's program ends, and when the item is changed or deleted by others")
    func changed() async throws {
        try await withRig(options()) { rig in
            let terminal = try await account.add(to: rig)
            var memory = try await keeping(rig, terminal)
            try await rig.gnomeKeyring.restart(.unlocked)
            try await eventually("the agent forgets") { try account.copies(in: memory) == 0 }
            memory = try await keeping(rig, terminal)
            _ = try await rig.program(["secret-tool", "clear", "xdg:schema", "org.acctstore.Account"]).run()
            try await eventually("the agent forgets") { try account.copies(in: memory) == 0 }
        }
    }

    /// Signs until the agent keeps the credential, in locked memory.
    private func keeping(_ rig: Rig, _ terminal: Terminal) async throws -> ProcessMemory {
        for _ in 0..<100 {
            try await terminal.mustRun(KeptAccount.sign)
            let memory = try await KeptAccount.memory(of: rig)
            // Just after a change to the keyring nothing is kept.
            if try account.copies(in: memory) > 0 {
                #expect(try memory.kilobytes("VmLck") > 0)
                return memory
            }
        }
        throw RigError("the agent never keeps the credential")
    }

    private func options() -> RigOptions {
        var options = RigOptions()
        options.hasService = false
        return options
    }
}
