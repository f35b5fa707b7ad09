import Glibc

/// What a grant needs to know of a file.
struct ProgramFile {
    let isFolder: Bool
    /// Whether the system runs it by itself; a script is read by an interpreter.
    let isBinary: Bool
    /// With every link followed.
    let realPath: String

    /// `nil`, with `errno`, where there is no such file.
    init?(_ path: String) {
        var facts = stat()
        // SAFETY: stat fills the one structure that it is given.
        guard unsafe stat(path, &facts) == 0, let realPath = AbsolutePath.resolved(path) else { return nil }
        self.realPath = realPath
        isFolder = facts.st_mode & S_IFMT == S_IFDIR
        isBinary = facts.st_mode & S_IFMT == S_IFREG && ProgramFile.isBinary(path)
    }

    /// The part behind the last slash.
    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
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
