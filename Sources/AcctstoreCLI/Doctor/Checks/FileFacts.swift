import Glibc

/// What the system tells of a path.
struct FileFacts {
    let path: String
    let kind: mode_t
    /// The bits of permission.
    let mode: mode_t
    let owner: uid_t

    /// `nil`, with `errno`, where there is nothing.
    ///
    /// - Parameter followsLinks: whether it is what a link leads to.
    init?(_ path: String, followsLinks: Bool = false) {
        var facts = stat()
        // SAFETY: both calls fill the one structure that they are given.
        let result = unsafe followsLinks ? stat(path, &facts) : lstat(path, &facts)
        guard result == 0 else { return nil }
        self.path = path
        kind = facts.st_mode & S_IFMT
        mode = facts.st_mode & 0o7777
        owner = facts.st_uid
    }

    var isLink: Bool { kind == S_IFLNK }
    var isFolder: Bool { kind == S_IFDIR }
    var isOwn: Bool { owner == geteuid() }

    /// Whether it is a file that this user may run.
    static func isProgram(_ path: String) -> Bool {
        guard let facts = FileFacts(path, followsLinks: true), facts.kind == S_IFREG else { return false }
        // SAFETY: the path is a C string for the length of the call.
        return unsafe access(path, X_OK) == 0
    }

    /// `0644`
    var octalMode: String { "0" + String(mode, radix: 8) }
}
