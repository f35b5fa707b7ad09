package import AccountModel
import CShims
import FoundationEssentials
import Glibc

extension ProcFileSystem {
    package func environment(of process: ProcessFacts?) throws(NamingRefusal) -> [String: String] {
        guard let process else { return ProcessInfo.processInfo.environment }
        guard let entry = try ProcEntry(process.pid), let bytes = try entry.bytes("environ"), try isStill(process)
        else {
            return [:]
        }
        let pairs = bytes.split(separator: 0).compactMap { variable -> (String, String)? in
            guard let equals = variable.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            return (
                String(decoding: variable[..<equals], as: UTF8.self),
                String(decoding: variable[(equals + 1)...], as: UTF8.self)
            )
        }
        return Dictionary(pairs) { first, _ in first }
    }

    package func border(of process: ProcessFacts) throws(NamingRefusal) -> FileIdentity? {
        guard let own = try ownNamespaces, let namespaces = process.image?.namespaces, namespaces != own else {
            return nil
        }
        if namespaces.user == own.user { return namespaces.mount }
        var border = namespaces.user
        guard let entry = try ProcEntry(process.pid) else { return border }
        var space = try entry.open("ns/user")
        while let inner = space {
            // Such a chain is 32 long at most (user_namespaces(7)).
            let above = acctstore_parent_namespace(inner.rawValue)
            guard above >= 0 else {
                try NamingRefusal.check(errno)
                break
            }
            let outer = Descriptor(owning: above)
            var status = stat()
            // SAFETY: fstat(2) fills the structure it is given.
            guard unsafe fstat(outer.rawValue, &status) == 0, FileIdentity(status) != own.user else { break }
            border = FileIdentity(status)
            space = outer
        }
        return border
    }

    package func openTerminal(of process: ProcessFacts) throws(NamingRefusal) -> Descriptor? {
        guard let path = ProcFileSystem.terminalPath(of: process.terminal), let entry = try ProcEntry(process.pid)
        else { return nil }
        // Opened without becoming anybody's controlling terminal, and never where a link leads.
        // SAFETY: the path is a C string for the length of the call.
        let opened = unsafe open(path, O_RDWR | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else {
            try NamingRefusal.check(errno)
            return nil
        }
        let terminal = Descriptor(owning: opened)
        var status = stat()
        // SAFETY: fstat(2) fills the structure it is given.
        guard unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFCHR,
            UInt32(truncatingIfNeeded: status.st_rdev) == process.terminal,
            // In another mount namespace the same number may be another terminal.
            let seenByCaller = try entry.status("root\(path)"), FileIdentity(seenByCaller) == FileIdentity(status),
            try isStill(process)
        else { return nil }
        return terminal
    }

    private func isStill(_ process: ProcessFacts) throws(NamingRefusal) -> Bool {
        guard let now = try briefFacts(of: process.pid) else { return false }
        return now.startTime == process.startTime && now.realUser == process.realUser
            && now.terminal == process.terminal
    }

    /// Where a terminal with this device number is: a pseudo-terminal (major number 136) or a console (4). Numbers are
    /// put together as in proc_pid_stat(5): the minor one has the bits 0 to 7 and 20 to 31.
    static func terminalPath(of device: UInt32) -> String? {
        let minor = device & 0xFF | device >> 12 & 0xFFF00
        switch device >> 8 & 0xFFF {
        case 136: return "/dev/pts/\(minor)"
        case 4 where (1...63).contains(minor): return "/dev/tty\(minor)"
        default: return nil
        }
    }
}
