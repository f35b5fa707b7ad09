import AccountModel
import Glibc

/// Tells whether a grant speaks of the program that asks.
///
/// A grant keeps the path that the person gave. It is followed at each request: what it leads to is compared with the
/// program's own file, so that an upgrade behind the same name keeps its grant, and a link works.
struct ProgramMatcher {
    let program: ProgramIdentity
    private let file: FileIdentity?

    init(_ program: ProgramIdentity) {
        self.program = program
        file = program.path.flatMap(FileIdentity.init)
    }

    func isMeant(by granted: ProgramIdentity) -> Bool {
        switch (granted, program) {
        case (.any, _): !program.isSandboxed
        case (.executable(let path), .executable(let own)), (.script(let path), .script(let own)):
            path == own || leadsToFile(path)
        default: granted == program
        }
    }

    private func leadsToFile(_ path: String) -> Bool {
        guard let file, let other = FileIdentity(path) else { return false }
        return file == other
    }
}

/// What makes a file the same file, whatever it is called.
private struct FileIdentity: Hashable {
    let device: dev_t
    let inode: ino_t

    /// Follows links; `nil` for a path that leads nowhere.
    init?(_ path: String) {
        var status = stat()
        // SAFETY: the path is lent as a C string for the call, and `status` is a whole `stat`.
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }
}
