internal import Glibc
internal import SystemCalls

/// Why a file or folder of our own cannot be used.
package struct OwnFileError: Error, Hashable, Sendable {
    package let path: String
    /// What happened, with the path in it.
    package let message: String
    /// Whether it is just not there.
    package let isAbsent: Bool

    package init(path: String, _ message: String) {
        self.path = path
        self.message = message
        isAbsent = false
    }

    /// What the system last said.
    ///
    /// - Parameter verb: what was tried: `open`.
    package init(_ verb: String, _ path: String) {
        let number = errno
        self.path = path
        isAbsent = number == ENOENT
        var status = stat()
        // SAFETY: lstat(2) fills the structure it is given.
        let isLink = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        let reason = SystemError.words(number)
        message = isLink ? "\(path) is a link, which is not followed" : "cannot \(verb) \(path): \(reason)"
    }
}
