internal import Glibc
internal import OwnFiles

/// The generations of the log on their way to the names of the next older ones.
///
/// What cannot be moved, as a folder of such a name, keeps its name and is passed over: there is a generation less then,
/// and the log goes on. Only under the lock on the log.
struct AccessLogRotation: ~Copyable {
    private let folder: OwnFolder
    /// The older generations that are still to be moved, the newest first.
    private var others = Array(AccessLogFile.generations.dropFirst())
    /// The oldest name that nothing has any more.
    private var free: String?
    /// Of what kept its name.
    private(set) var trouble: OwnFileError?

    init(in folder: consuming OwnFolder) {
        self.folder = folder
    }

    /// Removes the oldest that can be removed.
    mutating func dropOldest() {
        while free == nil, let name = others.popLast() {
            do throws(OwnFileError) {
                try folder.remove(name)
                free = name
            } catch {
                trouble = error
            }
        }
    }

    /// Moves the others, the newest as well.
    ///
    /// - Throws: where the newest keeps its name.
    mutating func moveOthers() throws(OwnFileError) {
        while let name = others.popLast(), let older = free {
            do throws(OwnFileError) {
                try rename(name, to: older)
                free = name
            } catch {
                trouble = error
            }
        }
        if let free { try rename(AccessLogFile.name, to: free) } else { try folder.remove(AccessLogFile.name) }
    }

    private func rename(_ name: String, to older: String) throws(OwnFileError) {
        var status = stat()
        // A folder would be moved like a file, and then be in the way of the older ones for ever.
        // SAFETY: fstatat(2) fills the structure it is given.
        if unsafe fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
            status.st_mode & S_IFMT == S_IFDIR
        {
            throw OwnFileError(path: "\(folder.path)/\(name)", "\(folder.path)/\(name) is no file")
        }
        // SAFETY: renameat(2) reads two C strings.
        guard unsafe renameat(folder.descriptor, name, folder.descriptor, older) == 0 || errno == ENOENT else {
            throw OwnFileError("rename", "\(folder.path)/\(name)")
        }
    }
}
