internal import Glibc

/// A folder for our own files, which nobody else can look into, held open so that nothing can be put in its place.
///
/// Links are not followed in it, nor is the folder one; what was there before must be ours, and is made private.
package struct OwnFolder: ~Copyable, Sendable {
    package let path: String
    /// Of the folder; valid as long as this value lives.
    package let descriptor: Int32

    /// Opens the folder.
    ///
    /// - Parameter isMade: whether it is made, with those above it, where it is not there.
    package init(_ path: String, made isMade: Bool) throws(OwnFileError) {
        if isMade { try OwnFolder.make(path) }
        let folder = unsafe Glibc.open(path, OwnFolder.flags)
        guard folder >= 0 else { throw OwnFileError("open", path) }
        try self.init(owning: folder, path)
    }

    private static let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

    private init(owning folder: Int32, _ path: String) throws(OwnFileError) {
        do throws(OwnFileError) {
            try OwnFolder.claim(folder, path, S_IFDIR, mode: 0o700)
        } catch {
            close(folder)
            throw error
        }
        self.path = path
        descriptor = folder
    }

    deinit { close(descriptor) }

    /// Opens a folder in this one, which is no link either.
    ///
    /// - Parameter isMade: whether it is made where it is not there.
    package func folder(_ name: String, made isMade: Bool) throws(OwnFileError) -> OwnFolder {
        let inner = "\(path)/\(name)"
        if isMade {
            // SAFETY: the names here and below are lent as C strings for the calls.
            if unsafe mkdirat(descriptor, name, 0o700) == 0 {
                try sync()
            } else if errno != EEXIST {
                throw OwnFileError("make", inner)
            }
        }
        // SAFETY: no mode is needed since nothing is created.
        let folder = unsafe openat(descriptor, name, OwnFolder.flags)
        guard folder >= 0 else { throw OwnFileError("open", inner) }
        return try OwnFolder(owning: folder, inner)
    }

    /// Opens a file in the folder, which must be a file and ours. The caller closes it.
    ///
    /// - Parameter flags: of open(2); with `O_CREAT` the file is made for nobody else to read.
    package func open(_ name: String, _ flags: Int32) throws(OwnFileError) -> Int32 {
        let filePath = "\(path)/\(name)"
        // A pipe or a device in the place of a file holds nobody up.
        let file = unsafe openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
        guard file >= 0 else { throw OwnFileError("open", filePath) }
        do throws(OwnFileError) {
            try OwnFolder.claim(file, filePath, S_IFREG, mode: 0o600)
        } catch {
            close(file)
            throw error
        }
        return file
    }

    /// Removes a file; there need not be one of that name.
    package func remove(_ name: String) throws(OwnFileError) {
        // SAFETY: unlinkat(2) reads a C string.
        guard unsafe unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw OwnFileError("remove", "\(path)/\(name)")
        }
    }

    /// A path of a name in the folder, short enough for the address of a socket, however long the folder's own is. Good in
    /// this process, as long as this value lives.
    package func shortPath(of name: String) -> String { "/proc/self/fd/\(descriptor)/\(name)" }

    /// Has the names in the folder outlast a power cut. Where the file system cannot do that for a folder, nothing is said.
    package func sync() throws(OwnFileError) {
        try OwnFolder.sync(descriptor, path)
    }

    private static func claim(
        _ descriptor: Int32, _ path: String, _ kind: mode_t, mode: mode_t
    ) throws(OwnFileError) {
        var status = stat()
        // SAFETY: fstat(2) fills the structure it is given.
        guard unsafe fstat(descriptor, &status) == 0 else { throw OwnFileError("look at", path) }
        guard status.st_uid == geteuid() else { throw OwnFileError(path: path, "\(path) belongs to another user") }
        guard status.st_mode & S_IFMT == kind else {
            throw OwnFileError(path: path, "\(path) is no \(kind == S_IFDIR ? "folder" : "file")")
        }
        if status.st_mode & 0o777 != mode, fchmod(descriptor, mode) != 0 { throw OwnFileError("protect", path) }
    }

    /// Makes a folder where there is none, with those above it, each of them to last.
    private static func make(_ path: String) throws(OwnFileError) {
        let above = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        var status = stat()
        // SAFETY: stat(2) fills the structure it is given.
        if unsafe stat(path, &status) == 0 { return }
        if !above.isEmpty {
            try make(above)
            try checkMayMake(in: above, path)
        }
        if unsafe mkdir(path, 0o700) != 0 {
            if errno == EEXIST { return }
            throw OwnFileError("make", path)
        }
        // One that may be written and not read cannot be opened for this, and its names stay with its file system's habits.
        let folder = unsafe Glibc.open(above.isEmpty ? "/" : above, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        defer { close(folder) }
        try sync(folder, above)
    }

    /// The system's own user could make folders in anybody's home, which would then be nobody's but its own.
    private static func checkMayMake(in folder: String, _ path: String) throws(OwnFileError) {
        var status = stat()
        // SAFETY: stat(2) fills the structure it is given.
        guard unsafe stat(folder, &status) == 0, status.st_uid != geteuid(), status.st_uid != 0 else { return }
        throw OwnFileError(path: path, "cannot make \(path): \(folder) belongs to another user")
    }

    private static func sync(_ descriptor: Int32, _ path: String) throws(OwnFileError) {
        if fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP { return }
        throw OwnFileError("write", path)
    }
}
