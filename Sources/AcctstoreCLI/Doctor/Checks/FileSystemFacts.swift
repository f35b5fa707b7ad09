import Glibc

/// What the system tells of the file system that a path lies on.
struct FileSystemFacts: Equatable {
    var isReadOnly = false
    /// Bytes and files that this user may add; `nil` where it does not count them.
    var bytes: UInt?
    var files: UInt?
    /// Which one it is; 0 where the system does not say.
    var number: UInt = 0
}

extension FileSystemFacts {
    /// `nil`, with `errno`, where there is nothing at the path.
    init?(_ path: String) {
        var facts = statvfs()
        // SAFETY: the call fills the one structure that it is given.
        guard unsafe statvfs(path, &facts) == 0 else { return nil }
        isReadOnly = facts.f_flag & UInt(ST_RDONLY) != 0
        // Some of what is free is root's alone.
        let isRoot = geteuid() == 0
        let (product, isTooMuch) = (isRoot ? facts.f_bfree : facts.f_bavail).multipliedReportingOverflow(
            by: facts.f_frsize)
        bytes = facts.f_blocks == 0 ? nil : isTooMuch ? .max : product
        files = facts.f_files == 0 ? nil : isRoot ? facts.f_ffree : facts.f_favail
        number = facts.f_fsid
    }
}
