import AccountModel
import Glibc

/// A folder that only its owner may look into.
enum PrivateFolder {
    /// Makes a folder, and those above it that are missing, with mode 0700. One that is there is narrowed to it.
    ///
    /// - Throws: `fileError` where it cannot be made, is a link, or belongs to another user.
    static func make(_ path: String) throws(BrokerError) {
        var above = ""
        for part in path.split(separator: "/") {
            above += "/\(part)"
            // SAFETY: the path is a C string for the length of the call.
            if unsafe mkdir(above, 0o700) != 0 && errno != EEXIST { throw trouble(above, errno) }
        }
        // SAFETY: as above.
        let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw trouble(path, errno) }
        defer { close(folder) }
        var status = stat()
        // SAFETY: fstat(2) fills the structure it is given.
        guard unsafe fstat(folder, &status) == 0 else { throw trouble(path, errno) }
        guard status.st_uid == geteuid() else {
            throw BrokerError(.fileError, "\(path) belongs to another user (uid \(status.st_uid))")
        }
        if status.st_mode & 0o777 != 0o700 && fchmod(folder, 0o700) != 0 { throw trouble(path, errno) }
    }

    private static func trouble(_ path: String, _ code: Int32) -> BrokerError {
        // With O_NOFOLLOW and O_DIRECTORY a link gives either of these (open(2)).
        let words =
            code == ELOOP || code == ENOTDIR
            ? "it is a link or no folder" : unsafe String(cString: strerror(code))
        return BrokerError(.fileError, "the folder \(path) cannot be used: \(words)")
    }
}
