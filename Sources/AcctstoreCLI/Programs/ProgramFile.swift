import AccountModel
import Glibc

/// What a grant needs to know of a file.
struct ProgramFile {
    let isFolder: Bool
    /// Whether it is an ordinary file: no folder, device, socket or pipe.
    let isRegular: Bool
    /// Whether the system runs it by itself; a script is read by an interpreter.
    let isBinary: Bool
    /// Whether the file is root's.
    let isRoots: Bool
    /// Whether it is this very program.
    let isThisProgram: Bool
    /// With every link followed.
    let realPath: String

    /// `nil`, with `errno`, where there is no such file.
    init?(_ path: String) {
        var facts = stat()
        // SAFETY: stat fills the one structure that it is given.
        guard unsafe stat(path, &facts) == 0, let realPath = AbsolutePath.resolved(path) else { return nil }
        self.realPath = realPath
        isRoots = facts.st_uid == 0
        isThisProgram = ProgramFile.isOfThisProcess(facts)
        isFolder = facts.st_mode & S_IFMT == S_IFDIR
        isRegular = facts.st_mode & S_IFMT == S_IFREG
        isBinary = isRegular && ProgramFile.isBinary(path)
    }

    /// Why the program gets no grant; `nil` for one that may have one. A script is not its interpreter, whatever it is
    /// called.
    var reasonAgainstGrant: String? {
        if isThisProgram { return "it asks for whoever calls it" }
        guard isBinary else { return nil }
        switch KnownPrograms.kind(ofFileNamed: realPath.split(separator: "/").last.map(String.init) ?? "") {
        case .interpreter(.shell): return "a shell runs any program"
        case .interpreter: return "an interpreter runs any script"
        case .launcher: return isRoots ? "it runs any program, for whoever calls it" : nil
        case .busTool: return "it passes on the requests of any program"
        case .sandboxBorder: return "it stands for other programs behind it"
        case .multiCall: return "it is many programs in one"
        case nil: return nil
        }
    }

    private static func isOfThisProcess(_ facts: stat) -> Bool {
        var own = stat()
        // SAFETY: as in `init`.
        return unsafe stat("/proc/self/exe", &own) == 0 && own.st_dev == facts.st_dev && own.st_ino == facts.st_ino
    }

    private static func isBinary(_ path: String) -> Bool {
        // SAFETY: no mode is needed since nothing is created.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        // An interpreter has to read its script, so that a file which may be run but not read is a binary.
        guard file >= 0 else { return errno == EACCES }
        defer { close(file) }
        var start: [UInt8] = [0, 0, 0, 0]
        // SAFETY: four bytes are asked for, and there is room for four.
        let count = unsafe read(file, &start, 4)
        return count == 4 && start == [0x7F] + Array("ELF".utf8)
    }
}
