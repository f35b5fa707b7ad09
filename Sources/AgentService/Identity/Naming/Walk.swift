import AccountModel

/// One way up from a peer to the program that names its request.
struct Walk {
    /// More steps than any honest chain of shells and launchers takes.
    private static let longest = 64

    private let processes: any ProcessTable
    private let frontEnds: Set<FileIdentity>
    private let caller: ProcessFacts
    /// Where the walk stands, and in the end the process that gave the name.
    private(set) var current: HeldProcess
    /// Every process that the name rests on.
    private(set) var seen: [HeldProcess]

    init(processes: any ProcessTable, start: HeldProcess, frontEnds: Set<FileIdentity>) {
        self.processes = processes
        self.frontEnds = frontEnds
        caller = start.facts
        current = start
        seen = [start]
    }

    /// Whether a second look sees the same of every process that the name rests on.
    func isUnchanged() throws(NamingRefusal) -> Bool {
        for process in seen {
            guard try process.isUnchanged(in: processes) else { return false }
        }
        return true
    }

    mutating func run() throws(NamingRefusal) -> ProgramIdentity {
        for _ in 0..<Walk.longest {
            guard let image = current.facts.image else { return .unknown }
            let parent = try HeldProcess(current.facts.parent, in: processes)
            if let parent { seen.append(parent) }
            if let name = try name(of: image, parent: parent?.facts) { return name }
            // Where the pty's opener is outside what can be seen, there is no parent to name.
            guard let parent else { return .unknown }
            if let name = try name(ofEnd: parent.facts) { return name }
            current = parent
        }
        return .unknown
    }

    /// The name of the process that the walk stands at; `nil` to pass it over.
    private func name(of image: ProcessImage, parent: ProcessFacts?) throws(NamingRefusal) -> ProgramIdentity? {
        // The peer stands outside any sandbox, or there were no walk: no application's name can be meant here.
        if Sandbox(around: image, own: try processes.ownNamespaces) != nil { return .sandbox }
        let kind = KnownPrograms.kind(ofFileNamed: image.programName)
        if let parent = parent?.image, image.isFork(of: parent) { return nil }
        if frontEnds.contains(image.executable.identity) { return nil }
        switch kind {
        case .launcher where image.executable.owner == 0: return nil
        case .interpreter(let language): return name(of: Interpreter(language), in: image)
        case .busTool, .sandboxBorder, .multiCall: return .unknown
        case .launcher, nil: return image.isMultiCall ? .unknown : name(of: image.executable)
        }
    }

    private func name(of interpreter: Interpreter, in image: ProcessImage) -> ProgramIdentity? {
        switch interpreter.work(of: image.programArguments) {
        case .file(let path): script(path, from: image.workingDirectory).map(ProgramIdentity.script) ?? .unknown
        case .text: interpreter.isShell ? nil : .unknown
        case .input: interpreter.isShell && isAtTerminal(image) ? .terminal : .unknown
        case .other: .unknown
        }
    }

    /// The name that a parent gives which is not a program of the person's; `nil` to go on to it.
    private mutating func name(ofEnd parent: ProcessFacts) throws(NamingRefusal) -> ProgramIdentity? {
        if parent.isServiceManager {
            return UnitName.service(in: current.facts.controlGroups).map(ProgramIdentity.unit) ?? .unknown
        }
        if parent.isRoots(Daemons.cron) { return .cron }
        if parent.isRoots(Daemons.ssh) { return .ssh }
        guard parent.image == nil else { return nil }
        return try isSSHSession(parent) ? .ssh : .unknown
    }

    /// sshd hands a session to a process of the person's own that nobody may look into. Only sshd is its parent.
    private mutating func isSSHSession(_ process: ProcessFacts) throws(NamingRefusal) -> Bool {
        guard Daemons.ssh.contains(process.comm), let above = try HeldProcess(process.parent, in: processes) else {
            return false
        }
        seen.append(above)
        return above.facts.isRoots(Daemons.ssh)
    }

    /// Process groups prove nothing here: `timeout` makes one of its own.
    private func isAtTerminal(_ image: ProcessImage) -> Bool {
        let shell = current.facts
        guard shell.terminal != 0, shell.terminal == caller.terminal else { return false }
        return shell.session == shell.pid || image.inputTerminal == shell.terminal
    }

    /// A path says nothing of which file runs: in a file system of its own, a process may call any file by any name.
    private func name(of executable: Executable) -> ProgramIdentity {
        processes.file(at: executable.path)?.identity == executable.identity ? .executable(executable.path) : .unknown
    }

    /// The absolute path of a script, links kept; `nil` where it leads to no file.
    private func script(_ path: String, from folder: String) -> String? {
        guard !path.isEmpty else { return nil }
        var absolute = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        let parts = absolute.split(separator: "/").filter { $0 != "." }
        if parts.contains("..") {
            guard let name = parts.last, name != "..",
                let above = processes.canonicalFolder("/" + parts.dropLast().joined(separator: "/"))
            else { return nil }
            absolute = above == "/" ? "/\(name)" : "\(above)/\(name)"
        } else {
            absolute = "/" + parts.joined(separator: "/")
        }
        // Below these a path means another thing to each process: the agent's own descriptors, to the agent.
        if absolute.hasPrefix("/dev/") || absolute.hasPrefix("/proc/") { return nil }
        return processes.file(at: absolute)?.isRegular == true ? absolute : nil
    }
}

extension ProcessImage {
    /// Whether the process is a copy of its parent that ran no program of its own, such as a shell's `( … )`.
    func isFork(of parent: ProcessImage) -> Bool {
        executable.identity == parent.executable.identity && argumentStart == parent.argumentStart
    }
}

/// Root's programs that start others for the person, by what the kernel calls them.
private enum Daemons {
    static let cron: Set<String> = ["cron", "crond"]
    static let ssh: Set<String> = ["sshd", "sshd-session"]
}

extension ProcessFacts {
    fileprivate var isServiceManager: Bool {
        pid == 1 || (comm == "systemd" && UnitName.isManagersOwn(controlGroups))
    }

    fileprivate func isRoots(_ names: Set<String>) -> Bool {
        guard realUser == 0, effectiveUser == 0, names.contains(comm.lowercased()) else { return false }
        // Only an agent of root's own sees this file; for others comm and user must do.
        return image.map { names.contains($0.executable.path.lastPathComponent) } ?? true
    }
}
