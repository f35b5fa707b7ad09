import AccountModel
import Glibc

/// The folder of one process in `/proc`, held open: once that process is gone, every look through it fails, also when
/// its number was given to another.
///
/// What is `nil` is not there, or not to be seen. A look that the agent had no means for is thrown: it says nothing of the
/// process.
struct ProcEntry: ~Copyable {
    /// Longer command lines are cut: what names a program stands at the front.
    private static let longestText = 1 << 16

    private let folder: Int32

    init?(_ pid: Int32) throws(NamingRefusal) {
        // SAFETY: the path is a C string for the length of the call.
        folder = unsafe Glibc.open("/proc/\(pid)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if folder < 0 {
            try NamingRefusal.check(errno)
            return nil
        }
    }

    deinit {
        close(folder)
    }

    func bytes(_ name: String) throws(NamingRefusal) -> [UInt8]? {
        // SAFETY: the name is a C string for the length of the call, here and below.
        let file = unsafe openat(folder, name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return try missing() }
        defer { close(file) }
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while all.count < ProcEntry.longestText {
            // SAFETY: the kernel writes at most `chunk.count` bytes to the array.
            let count = unsafe read(file, &chunk, chunk.count)
            if count < 0 { return try missing() }
            if count == 0 { break }
            all += chunk[..<count]
        }
        return all
    }

    func text(_ name: String) throws(NamingRefusal) -> String? {
        try bytes(name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Where a link leads, in words.
    func link(_ name: String) throws(NamingRefusal) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        // SAFETY: readlinkat(2) writes at most `buffer.count` bytes to the array.
        let count = unsafe readlinkat(folder, name, &buffer, buffer.count)
        guard count > 0 else { return try missing() }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The file behind a name, links followed: for the kernel's own links that is the very file, whatever its path.
    func status(_ name: String) throws(NamingRefusal) -> stat? {
        var status = stat()
        // SAFETY: fstatat(2) fills the structure it is given.
        guard unsafe fstatat(folder, name, &status, 0) == 0 else { return try missing() }
        return status
    }

    /// Opens a file to read; `nil` where that cannot be.
    func open(_ name: String) throws(NamingRefusal) -> Descriptor? {
        // SAFETY: as above.
        let file = unsafe openat(folder, name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return try missing() }
        return Descriptor(owning: file)
    }

    /// Whether the process's own root has Flatpak's file; `nil` where that root cannot be opened.
    func flatpakMark(own: FileIdentity?) throws(NamingRefusal) -> FlatpakMark? {
        let root = unsafe openat(folder, "root", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard root >= 0 else { return try missing() }
        defer { close(root) }
        return try FlatpakMark(inRoot: root, own: own)
    }

    /// Nothing, where the last call failed for want of what was looked for.
    private func missing<Value>() throws(NamingRefusal) -> Value? {
        try NamingRefusal.check(errno)
        return nil
    }
}

extension FileIdentity {
    init(_ status: stat) {
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}
