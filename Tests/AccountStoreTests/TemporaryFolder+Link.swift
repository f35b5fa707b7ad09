import Glibc
import TestRig

extension TemporaryFolder {
    /// Has a name stand for another file of the folder, whatever it stood for before.
    func link(_ name: String, to target: String) throws {
        // SAFETY: the paths are lent as C strings for the calls.
        unsafe unlink(path(name))
        guard unsafe symlink(path(target), path(name)) == 0 else { throw RigError("cannot link \(name)") }
    }
}
