import AccountModel
import AgentService
import Glibc
import Synchronization

/// A machine's processes in a table, for the rules alone.
struct IdentityMachine: ProcessTable {
    static let terminal: UInt32 = 0x8803
    static let namespaces = Namespaces(
        mount: FileIdentity(device: 4, inode: 1), user: FileIdentity(device: 4, inode: 2))

    var processes: [Int32: ProcessFacts] = [:]
    /// What a second look at a process shows instead; `nil` for a process that is gone by then.
    var later: [Int32: ProcessFacts?] = [:]
    /// Files by their paths, beside those that the processes run.
    var files: [String: FileStatus] = [:]
    var folders: [String: String] = [:]
    var ownNamespaces: Namespaces? = IdentityMachine.namespaces
    /// By process.
    var environments: [Int32: [String: String]] = [:]
    /// The agent's.
    var ownEnvironment: [String: String] = [:]
    private let looks = Looks()

    private final class Looks: Sendable {
        let counts = Mutex<[Int32: Int]>([:])
    }

    /// Processes from the peer upwards, numbered from 100 on; the last one's parent cannot be seen.
    init(_ chain: [ProcessFacts], files: [String] = []) {
        for (index, process) in chain.enumerated() {
            var process = process
            process.pid = Int32(100 + index)
            process.parent = index + 1 < chain.count ? process.pid + 1 : 0
            process.startTime = UInt64(1000 - index)
            if process.session == -1 { process.session = process.pid }
            processes[process.pid] = process
            if let executable = process.image?.executable {
                self.files[executable.path] = FileStatus(identity: executable.identity, isRegular: true)
            }
        }
        for path in files {
            self.files[path] = FileStatus(identity: .named(path), isRegular: true)
        }
    }

    func hold(_ pid: Int32) -> ProcessHold? {
        guard processes[pid] != nil else { return nil }
        return ProcessHold { true }
    }

    func hold(_ pid: Int32, by pidfd: Descriptor) -> ProcessHold? { hold(pid) }

    func facts(of pid: Int32) -> ProcessFacts? {
        let isFirstLook = looks.counts.withLock { counts in
            counts[pid, default: 0] += 1
            return counts[pid] == 1
        }
        if !isFirstLook, let later = later[pid] { return later }
        return processes[pid]
    }

    func environment(of process: ProcessFacts?) -> [String: String] {
        process.map { environments[$0.pid] ?? [:] } ?? ownEnvironment
    }

    func openTerminal(of process: ProcessFacts) -> Descriptor? {
        // SAFETY: the path is a C string for the length of the call.
        process.terminal == 0 ? nil : Descriptor(owning: unsafe open("/dev/null", O_RDWR | O_CLOEXEC))
    }

    func file(at path: String) -> FileStatus? { files[path] }

    func canonicalFolder(_ path: String) -> String? { folders[path] }

    static let acctstore = "/usr/bin/acctstore"

    /// The name of the request that process 100 makes.
    func name() throws(NamingRefusal) -> ProgramIdentity {
        try named().program
    }

    /// - Parameter label: what the bus gave as the process's security label.
    func named(label: String? = nil) throws(NamingRefusal) -> NamedProgram {
        try ProgramNamer(processes: self, frontEnds: [IdentityMachine.acctstore]).program(of: 100, label: label)
    }
}

extension FileIdentity {
    /// One number for each path.
    static func named(_ path: String) -> FileIdentity {
        FileIdentity(device: 1, inode: path.utf8.reduce(5381) { ($0 &* 33) ^ UInt64($1) })
    }
}

extension ProcessFacts {
    /// A process of uid 1000 that runs a file.
    static func running(
        _ path: String, _ arguments: String..., folder: String = "/home/alice", terminal: UInt32 = 0,
        leadsSession: Bool = false, input: UInt32? = nil, fileOwner: UInt32 = 0, argumentStart: UInt64? = nil,
        namespaces: Namespaces = IdentityMachine.namespaces, flatpak: FlatpakMark = .none, label: String? = nil,
        groups: String = ""
    ) -> ProcessFacts {
        let name = String(path.split(separator: "/").last ?? "")
        return ProcessFacts(
            pid: 0, parent: 0, startTime: 0, realUser: 1000, effectiveUser: 1000, comm: String(name.prefix(15)),
            terminal: terminal, session: leadsSession ? -1 : 7, controlGroups: groups,
            image: ProcessImage(
                executable: Executable(path: path, identity: .named(path), owner: fileOwner),
                arguments: arguments.isEmpty ? [name] : arguments,
                argumentStart: argumentStart ?? FileIdentity.named(arguments.joined() + path).inode,
                workingDirectory: folder, inputTerminal: input, namespaces: namespaces, flatpak: flatpak,
                securityLabel: label))
    }

    /// A process that the agent may not look into.
    static func unreadable(_ comm: String, user: UInt32, groups: String = "") -> ProcessFacts {
        ProcessFacts(
            pid: 0, parent: 0, startTime: 0, realUser: user, effectiveUser: user, comm: comm, controlGroups: groups)
    }

    static func acctstore(terminal: UInt32 = 0, groups: String = "") -> ProcessFacts {
        .running(IdentityMachine.acctstore, "acctstore", "list", terminal: terminal, groups: groups)
    }
}
