package import AccountModel
import CShims
import Glibc

/// The processes of this machine, as `/proc` shows them.
package struct ProcFileSystem: ProcessTable {
    package init() {}

    package var ownNamespaces: Namespaces? {
        get throws(NamingRefusal) {
            guard let entry = try ProcEntry(getpid()) else { return nil }
            return try namespaces(entry)
        }
    }

    package func hold(_ pid: Int32) throws(NamingRefusal) -> ProcessHold? {
        let descriptor = acctstore_pidfd_open(pid, 0)
        guard descriptor >= 0 else {
            try NamingRefusal.check(errno)
            return nil
        }
        return ProcessHold(Descriptor(owning: descriptor))
    }

    package func hold(_ pid: Int32, by pidfd: Descriptor) throws(NamingRefusal) -> ProcessHold? {
        // The kernel tells which process a pidfd stands for; -1 where it ended.
        guard let entry = try ProcEntry(getpid()), let info = try entry.text("fdinfo/\(pidfd.rawValue)"),
            info.split(separator: "\n").contains("Pid:\t\(pid)")
        else { return nil }
        return ProcessHold(pidfd)
    }

    package func facts(of pid: Int32) throws(NamingRefusal) -> ProcessFacts? {
        guard let entry = try ProcEntry(pid), let brief = try briefFacts(pid, entry) else { return nil }
        var facts = brief.facts
        facts.controlGroups = try entry.text("cgroup") ?? ""
        facts.image = try image(entry, argumentStart: brief.argumentStart)
        return facts
    }

    package func briefFacts(of pid: Int32) throws(NamingRefusal) -> ProcessFacts? {
        guard let entry = try ProcEntry(pid) else { return nil }
        return try briefFacts(pid, entry)?.facts
    }

    package func step(of pid: Int32) throws(NamingRefusal) -> (comm: String, parent: Int32)? {
        try procStat(of: pid).map { ($0.comm, $0.parent) }
    }

    /// Whether a process has ended, or has begun to: it closes its descriptors only after that (`PF_EXITING`).
    package func isLeaving(_ pid: Int32) throws(NamingRefusal) -> Bool {
        guard let stat = try procStat(of: pid) else { return true }
        return stat.isLeaving
    }

    /// When a process started, in clock ticks since the machine did.
    func startTime(of pid: Int32) throws(NamingRefusal) -> UInt64? {
        try procStat(of: pid)?.startTime
    }

    private func procStat(of pid: Int32) throws(NamingRefusal) -> ProcStat? {
        guard let entry = try ProcEntry(pid) else { return nil }
        return try entry.text("stat").flatMap(ProcStat.init)
    }

    /// The time of now as ``startTime(of:)`` has it.
    static func ticksSinceStart() -> UInt64 {
        var time = timespec()
        // SAFETY: clock_gettime fills the one structure that it is given.
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        let ticks = UInt64(clamping: sysconf(Int32(_SC_CLK_TCK)))
        return UInt64(clamping: time.tv_sec) * ticks + UInt64(clamping: time.tv_nsec) * ticks / 1_000_000_000
    }

    private func briefFacts(
        _ pid: Int32, _ entry: borrowing ProcEntry
    ) throws(NamingRefusal) -> (facts: ProcessFacts, argumentStart: UInt64)? {
        guard let stat = try entry.text("stat").flatMap(ProcStat.init),
            let users = try entry.bytes("status").flatMap(users)
        else { return nil }
        let facts = ProcessFacts(
            pid: pid, parent: stat.parent, startTime: stat.startTime, realUser: users.real,
            effectiveUser: users.effective, comm: stat.comm, terminal: stat.terminal, session: stat.session,
            group: stat.group, foregroundGroup: stat.isLeaving ? -1 : stat.foregroundGroup)
        return (facts, stat.argumentStart)
    }

    package func file(at path: String) -> FileStatus? {
        var status = stat()
        // SAFETY: stat(2) fills the structure it is given.
        guard unsafe stat(path, &status) == 0 else { return nil }
        return FileStatus(identity: FileIdentity(status), isRegular: status.st_mode & S_IFMT == S_IFREG)
    }

    package func canonicalFolder(_ path: String) -> String? {
        // SAFETY: realpath(3) without a buffer gives one of its own, freed here.
        guard let found = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(found) }
        return unsafe String(cString: found)
    }

    /// All of it or nothing: a process that hides one part is one that cannot be read.
    private func image(
        _ entry: borrowing ProcEntry, argumentStart: UInt64
    ) throws(NamingRefusal) -> ProcessImage? {
        guard let path = try entry.link("exe"), let executable = try entry.status("exe"),
            let folder = try entry.link("cwd"), let arguments = try entry.bytes("cmdline"),
            let namespaces = try namespaces(entry), let flatpak = try entry.flatpakMark(own: FlatpakMark.ownFile)
        else { return nil }
        let input = try entry.status("fd/0")
        let isDevice = input.map { $0.st_mode & S_IFMT == S_IFCHR } ?? false
        return ProcessImage(
            executable: Executable(path: path, identity: FileIdentity(executable), owner: executable.st_uid),
            arguments: words(arguments), argumentStart: argumentStart, workingDirectory: folder,
            inputTerminal: isDevice ? input.map { UInt32(truncatingIfNeeded: $0.st_rdev) } : nil,
            namespaces: namespaces, flatpak: flatpak, securityLabel: try securityLabel(entry))
    }

    private func namespaces(_ entry: borrowing ProcEntry) throws(NamingRefusal) -> Namespaces? {
        guard let mount = try entry.status("ns/mnt"), let user = try entry.status("ns/user") else { return nil }
        return Namespaces(mount: FileIdentity(mount), user: FileIdentity(user))
    }

    /// AppArmor's own file is younger than the one that it shares with others. Without a security module there is none.
    private func securityLabel(_ entry: borrowing ProcEntry) throws(NamingRefusal) -> String? {
        var text = try entry.text("attr/apparmor/current")
        if text == nil { text = try entry.text("attr/current") }
        guard let text else { return nil }
        return text.last == "\n" ? String(text.dropLast()) : text
    }

    /// The command line's words, each of which ends with a NUL.
    private func words(_ commandLine: [UInt8]) -> [String] {
        commandLine.split(separator: 0, omittingEmptySubsequences: false)
            .dropLast(commandLine.last == 0 ? 1 : 0)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// `Uid:` with the real, the effective and two more.
    private func users(_ status: [UInt8]) -> (real: UInt32, effective: UInt32)? {
        let lines = status.split(separator: UInt8(ascii: "\n"))
        guard let line = lines.first(where: { $0.starts(with: "Uid:\t".utf8) }) else { return nil }
        let numbers = line.dropFirst(5).split(separator: UInt8(ascii: "\t"))
            .compactMap { UInt32(String(decoding: $0, as: UTF8.self)) }
        return numbers.count == 4 ? (numbers[0], numbers[1]) : nil
    }
}

extension ProcessHold {
    /// A pidfd becomes readable when its process ends (pidfd_open(2)).
    fileprivate init(_ pidfd: Descriptor) {
        self.init {
            var watched = pollfd(fd: pidfd.rawValue, events: Int16(POLLIN), revents: 0)
            // SAFETY: the pointer is to one entry, as its count says.
            return unsafe poll(&watched, 1, 0) == 0
        }
    }
}
