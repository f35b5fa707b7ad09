import AccountModel
import Glibc

/// Whether a process's root has Flatpak's file.
package enum FlatpakMark: Hashable, Sendable {
    /// There is none: no Flatpak.
    case none
    case info(FlatpakInfo)
    /// There is something that is not to be trusted. What it is, for the message: `its /.flatpak-info is a link`.
    case unreadable(String)

    static let path = "/.flatpak-info"
    /// Real ones have some kilobytes.
    private static let longest = 1 << 16

    /// Looks at the root of a process.
    ///
    /// - Parameters:
    ///   - root: the folder, which no path can lead out of here: one name is looked up in it, and no link is followed.
    ///   - own: the agent's own file of that name. The very same file tells of the machine, and of no sandbox.
    ///
    /// Throws where there is no means to look.
    init(inRoot root: Int32, own: FileIdentity?) throws(NamingRefusal) {
        let name = String(FlatpakMark.path.dropFirst())
        var status = stat()
        // SAFETY: the name is a C string for the length of each call; fstatat(2) fills the structure it is given.
        guard unsafe fstatat(root, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            try NamingRefusal.check(errno)
            self = errno == ENOENT ? .none : .unreadable("its \(FlatpakMark.path) cannot be looked at")
            return
        }
        if own == FileIdentity(status) {
            self = .none
            return
        }
        guard status.isOrdinaryFile else {
            let what = status.st_mode & S_IFMT == S_IFLNK ? "a link" : "no ordinary file"
            self = .unreadable("its \(FlatpakMark.path) is \(what)")
            return
        }
        do throws(NamingRefusal) {
            self = .info(try FlatpakInfo(parsing: try FlatpakMark.text(of: name, in: root)))
        } catch {
            if error.isShortage { throw error }
            self = .unreadable(error.reason)
        }
    }

    /// The file of that name in the agent's own view; `nil` where there is none.
    static var ownFile: FileIdentity? {
        var status = stat()
        // SAFETY: the path is a C string for the length of the call; lstat(2) fills the structure it is given.
        return unsafe lstat(path, &status) == 0 ? FileIdentity(status) : nil
    }

    private static func text(of name: String, in root: Int32) throws(NamingRefusal) -> [UInt8] {
        // What was an ordinary file a moment ago may be a fifo, which must not hold the agent up, or a link by now.
        // SAFETY: the name is a C string for the length of the call.
        let file = unsafe openat(root, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            throw NamingRefusal(shortage: errno) ?? NamingRefusal(reason: "its \(path) cannot be read")
        }
        defer { close(file) }
        var status = stat()
        // SAFETY: fstat(2) fills the structure it is given.
        guard unsafe fstat(file, &status) == 0, status.isOrdinaryFile else {
            throw NamingRefusal(reason: "its \(path) is no ordinary file")
        }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while text.count <= longest {
            // SAFETY: the kernel writes at most `chunk.count` bytes to the array.
            let count = unsafe read(file, &chunk, chunk.count)
            if count < 0 { throw NamingRefusal(shortage: errno) ?? NamingRefusal(reason: "its \(path) cannot be read") }
            if count == 0 { return text }
            text += chunk[..<count]
        }
        throw NamingRefusal(reason: "its \(path) is longer than \(longest) bytes")
    }
}

extension stat {
    fileprivate var isOrdinaryFile: Bool { st_mode & S_IFMT == S_IFREG }
}
