import Glibc

/// What changes about a file when it is written or replaced.
struct FileStamp: Hashable, Sendable {
    let identity: FileIdentity
    let size: Int
    let times: [Int]

    /// `nil` where there is no file.
    init?(_ path: String) {
        var status = stat()
        // SAFETY: stat(2) fills the structure it is given.
        guard unsafe stat(path, &status) == 0 else { return nil }
        identity = FileIdentity(status)
        size = Int(status.st_size)
        times = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
}
