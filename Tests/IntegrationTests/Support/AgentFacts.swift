import Glibc
import TestRig

/// What the kernel tells everybody of the agent, and the accounts that it tells of.
extension Rig {
    var agentPID: Int32 {
        get async throws { try await bus.ownerPID("org.acctstore.Agent1") }
    }

    /// The UUID of the first account, as programs name it on the bus.
    func accountID(at terminal: Terminal) async throws -> String {
        let listed = try await terminal.mustRun("acctstore list --json")
        guard let found = listed.firstMatch(of: /"id": ?"([^"]+)"/) else { throw RigError("no id in \(listed)") }
        return String(found.output.1)
    }

    /// The programs that a test starts at once, each to its end; they run as nobody's children and without a terminal.
    func together(_ commands: [[String]], within limit: Duration = .seconds(180)) async throws -> [Outcome] {
        let running = try commands.map { try program($0).start() }
        var outcomes: [Outcome] = []
        for each in running { outcomes.append(try await each.finish(deadline: limit)) }
        return outcomes
    }
}

/// A line of `/proc/PID/status`, which everybody may read of a process that is not dumpable too; without its name.
func processStatus(_ pid: Int32, _ name: String) throws -> String {
    guard let file = unsafe fopen("/proc/\(pid)/status", "r") else { throw RigError("no process \(pid)") }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    while unsafe fgets(&line, 512, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if text.hasPrefix("\(name):") {
            return text.dropFirst(name.count + 1).filter { !$0.isWhitespace }
        }
    }
    throw RigError("no \(name) in the status of \(pid)")
}

/// Kilobytes of memory that a process has.
func residentKilobytes(of pid: Int32) throws -> Int {
    Int(try processStatus(pid, "VmRSS").prefix(while: \.isNumber)) ?? 0
}

/// A zombie has ended.
func isRunning(_ pid: Int32) -> Bool {
    ((try? processStatus(pid, "State"))?.hasPrefix("Z") ?? true) == false
}
