import Glibc

/// Why a session has no runtime folder that is this user's and can be written by nobody else (XDG Base Directory
/// Specification): `su` and `sudo` leave the variable as it was.
package enum RuntimeFolderObstacle: Hashable, Sendable {
    /// The environment names none.
    case unnamed
    /// What it names is not there, or is no folder.
    case absent
    /// It is another user's.
    case foreign(owner: UInt32)
    /// Others may write to it.
    case open(folder: String, mode: UInt32)

    /// - Parameter folder: what `XDG_RUNTIME_DIR` says.
    /// - Returns: `nil` for a folder that can be used.
    package init?(_ folder: String?) {
        guard let folder, folder.hasPrefix("/"), !folder.utf8.contains(0) else {
            self = .unnamed
            return
        }
        var status = stat()
        // SAFETY: stat(2) fills the structure it is given; the path is a C string for the length of the call.
        guard unsafe stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            self = .absent
            return
        }
        if status.st_uid != geteuid() {
            self = .foreign(owner: status.st_uid)
        } else if status.st_mode & 0o022 != 0 {
            self = .open(folder: folder, mode: status.st_mode & 0o7777)
        } else {
            return nil
        }
    }

    /// One line, without a full stop.
    package var words: String {
        switch self {
        case .unnamed: "XDG_RUNTIME_DIR names no folder"
        case .absent: "XDG_RUNTIME_DIR names a folder that is not there"
        case .foreign(let owner): "XDG_RUNTIME_DIR is the folder of user \(owner)"
        case .open(_, let mode): "others may write to XDG_RUNTIME_DIR (mode 0\(String(mode, radix: 8)))"
        }
    }
}
