/// What the kernel tells of one process at one moment.
package struct ProcessFacts: Hashable, Sendable {
    package var pid: Int32
    /// 0 where the parent is outside what the agent can see.
    package var parent: Int32
    /// Clock ticks since the machine started: with `pid` it names one process for ever.
    package var startTime: UInt64
    package var realUser: UInt32
    package var effectiveUser: UInt32
    /// The first 15 bytes of the name of the file that was run, or what the process put there.
    package var comm: String
    /// The device number of the controlling terminal; 0 without one.
    package var terminal: UInt32
    package var session: Int32
    package var group: Int32
    /// The foreground process group of the controlling terminal; -1 without one, and for a process that is ending: what is typed
    /// from then on is somebody else's.
    package var foregroundGroup: Int32
    /// The text of `/proc/PID/cgroup`.
    package var controlGroups: String
    /// `nil` where the agent may not look: another user's process, or one that is not dumpable.
    package var image: ProcessImage?

    package init(
        pid: Int32, parent: Int32, startTime: UInt64, realUser: UInt32, effectiveUser: UInt32, comm: String,
        terminal: UInt32 = 0, session: Int32 = 0, group: Int32 = 0, foregroundGroup: Int32 = -1,
        controlGroups: String = "", image: ProcessImage? = nil
    ) {
        self.pid = pid
        self.parent = parent
        self.startTime = startTime
        self.realUser = realUser
        self.effectiveUser = effectiveUser
        self.comm = comm
        self.terminal = terminal
        self.session = session
        self.group = group
        self.foregroundGroup = foregroundGroup
        self.controlGroups = controlGroups
        self.image = image
    }
}

/// What a process runs; only its own user may see it.
package struct ProcessImage: Hashable, Sendable {
    package var executable: Executable
    /// The command line. The process can rewrite it: a claim.
    package var arguments: [String]
    /// The address of the command line. A child that was forked and did not exec has its parent's; an exec moves it.
    package var argumentStart: UInt64
    package var workingDirectory: String
    /// The device number of descriptor 0, where that is a terminal.
    package var inputTerminal: UInt32?
    package var namespaces: Namespaces
    package var flatpak: FlatpakMark
    /// What the kernel's security module calls the process: `snap.example.tool (enforce)`; `nil` without one.
    package var securityLabel: String?

    package init(
        executable: Executable, arguments: [String], argumentStart: UInt64, workingDirectory: String = "/",
        inputTerminal: UInt32? = nil, namespaces: Namespaces, flatpak: FlatpakMark = .none,
        securityLabel: String? = nil
    ) {
        self.executable = executable
        self.arguments = arguments
        self.argumentStart = argumentStart
        self.workingDirectory = workingDirectory
        self.inputTerminal = inputTerminal
        self.namespaces = namespaces
        self.flatpak = flatpak
        self.securityLabel = securityLabel
    }
}

/// The file that a process runs.
package struct Executable: Hashable, Sendable {
    /// As the process's own view of the file system names it: not proof of which file it is.
    package var path: String
    package var identity: FileIdentity
    /// The user that the file belongs to.
    package var owner: UInt32

    package init(path: String, identity: FileIdentity, owner: UInt32) {
        self.path = path
        self.identity = identity
        self.owner = owner
    }
}

/// A file as the kernel tells it from every other, whatever its path.
package struct FileIdentity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// The namespaces that a sandbox changes.
package struct Namespaces: Hashable, Sendable {
    package var mount: FileIdentity
    package var user: FileIdentity

    package init(mount: FileIdentity, user: FileIdentity) {
        self.mount = mount
        self.user = user
    }
}

extension ProcessFacts {
    /// Whether this is the same process, running the same program, as an earlier look told.
    ///
    /// What a program changes in the course of its work (its folder, its process group, its input) is left out.
    func isUnchanged(since earlier: ProcessFacts) -> Bool {
        pid == earlier.pid && startTime == earlier.startTime && parent == earlier.parent
            && realUser == earlier.realUser && effectiveUser == earlier.effectiveUser
            && terminal == earlier.terminal && session == earlier.session
            && image?.executable == earlier.image?.executable && image?.arguments == earlier.image?.arguments
            && image?.argumentStart == earlier.image?.argumentStart && image?.namespaces == earlier.image?.namespaces
            && image?.flatpak == earlier.image?.flatpak && image?.securityLabel == earlier.image?.securityLabel
    }
}
