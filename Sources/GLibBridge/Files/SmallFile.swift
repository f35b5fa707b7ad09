// GLib's headers bring <sys/stat.h> with them: in this module `stat` may be CGio's as well as Glibc's.
internal import CGio
internal import Glibc
internal import SystemCalls

/// Reads files that a person writes: whole, and only where they are files.
///
/// A pipe or a device in the place of one would hold up whoever reads it, for ever, or never end.
package enum SmallFile {
    /// Bytes that no such file needs.
    static let limit = 1 << 20

    /// - Parameter isProtected: whether nobody may have a say in what is in it but its owner, which is this user or root, and
    ///   the owner's group.
    /// - Returns: `nil` where there is no file. A link that leads nowhere is no such place: whoever put it there has a file.
    /// - Throws: `.unreadable` for what is no regular file, for one of more than a mebibyte, and what the system says.
    package static func read(_ path: String, isProtected: Bool = false) throws(KeyFileError) -> [UInt8]? {
        // SAFETY: the path is a C string for the length of the call.
        let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        if file < 0 && errno == ENOENT {
            guard let link = DeadLink(onTheWayTo: path) else { return nil }
            throw unreadable(
                path, "\(link.path == path ? "this" : link.path) is a link to \(link.target), which is not there")
        }
        guard file >= 0 else { throw systemError(path) }
        defer { close(file) }
        var status = stat()
        // SAFETY: fstat(2) fills the structure it is given.
        guard unsafe fstat(file, &status) == 0 else { throw systemError(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable(path, "this is not a file with text") }
        guard status.st_size <= limit else { throw unreadable(path, "this file is larger than \(limit) bytes") }
        if isProtected { try check(status, path) }
        return try all(of: file, path)
    }

    private static func check(_ status: stat, _ path: String) throws(KeyFileError) {
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw unreadable(path, "this file belongs to another user")
        }
        guard status.st_mode & 0o002 == 0 else {
            throw unreadable(path, "everybody may write to this file; chmod o-w takes that away")
        }
    }

    private static func all(of file: Int32, _ path: String) throws(KeyFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            // SAFETY: the kernel writes at most `chunk.count` bytes to the array.
            let count = unsafe Glibc.read(file, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw systemError(path) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            // It may have grown since it was measured.
            guard bytes.count <= limit else { throw unreadable(path, "this file is larger than \(limit) bytes") }
        }
    }

    private static func systemError(_ path: String) -> KeyFileError {
        unreadable(path, SystemError.words(errno))
    }

    private static func unreadable(_ path: String, _ message: String) -> KeyFileError {
        KeyFileError(reason: .unreadable, file: path, message: message)
    }
}
