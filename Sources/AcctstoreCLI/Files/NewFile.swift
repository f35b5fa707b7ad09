import AccountModel
import CShims
import FoundationEssentials
import Glibc
import SystemCalls

/// A file of the person's that is to be written as a whole: under a name of its own until it is on the disk.
struct NewFile {
    let name: String
    /// Whether a file of that name may be replaced.
    let mayReplace: Bool

    /// Throws `fileError` where it could not be made, so that nothing is asked in vain.
    func check() throws(BrokerError) {
        var facts = stat()
        // SAFETY: lstat fills the structure it is given.
        guard unsafe lstat(name, &facts) == 0 else {
            guard errno == ENOENT else { throw error("cannot be looked at: \(SystemError.words(errno))") }
            // SAFETY: access reads the name.
            guard unsafe access(folder, W_OK | X_OK) == 0 else {
                throw unmade
            }
            return
        }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw error("is there, and is no file") }
        guard mayReplace else { throw isThere }
    }

    /// Writes the bytes of another file with mode 0600. Whenever this is broken off, the name stands for what it stood for
    /// before, or for the whole new file; where a file system can do no better, one moment leaves an empty file.
    func write(_ source: Descriptor) throws(BrokerError) {
        let unfinished = "\(folder)/.acctstore-\(UUID().uuidString).new"
        // SAFETY: open with O_CREAT is given the mode that it then needs.
        let opened = unsafe open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard opened >= 0 else { throw unmade }
        let file = Descriptor(owning: opened)
        do throws(BrokerError) {
            try DescriptorCopy.copy(from: source, to: DescriptorSink(file.rawValue), name)
            guard fsync(file.rawValue) == 0 else { throw error("cannot be written: \(SystemError.words(errno))") }
            try place(unfinished)
        } catch {
            // SAFETY: unlink reads the name.
            unsafe unlink(unfinished)
            throw error
        }
    }

    private func place(_ unfinished: String) throws(BrokerError) {
        if mayReplace {
            // SAFETY: rename reads both names.
            guard unsafe Glibc.rename(unfinished, name) == 0 else { throw unmade }
        } else {
            // A name that came into being meanwhile is not taken from whoever made it.
            guard rename(unfinished) || link(unfinished) else {
                throw errno == EEXIST ? isThere : unmade
            }
        }
        // SAFETY: no mode is needed since nothing is created.
        let opened = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { return }
        fsync(Descriptor(owning: opened).rawValue)
    }

    private func rename(_ unfinished: String) -> Bool {
        // SAFETY: the call reads both names.
        unsafe acctstore_rename_without_replacing(unfinished, name) == 0
    }

    /// The same by two names for one file, which file systems have that cannot do the other (NFS), while those of memory
    /// sticks have none.
    private func link(_ unfinished: String) -> Bool {
        guard [EINVAL, ENOSYS].contains(errno) else { return false }
        // SAFETY: link and unlink read the names.
        guard unsafe Glibc.link(unfinished, name) == 0 else { return claim(unfinished) }
        unsafe unlink(unfinished)
        return true
    }

    /// The same where there is neither, as in the folders that a virtual machine has of its host: an empty file that nobody
    /// else made takes the name, and is then replaced.
    private func claim(_ unfinished: String) -> Bool {
        guard [EPERM, ENOSYS, EOPNOTSUPP].contains(errno) else { return false }
        // SAFETY: open with O_CREAT is given the mode that it then needs; rename and unlink read the names.
        let claimed = unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard claimed >= 0 else { return false }
        close(claimed)
        if unsafe Glibc.rename(unfinished, name) == 0 { return true }
        let number = errno
        unsafe unlink(name)
        errno = number
        return false
    }

    private var folder: String {
        guard let slash = name.lastIndex(of: "/") else { return "." }
        return slash == name.startIndex ? "/" : String(name[..<slash])
    }

    private var isThere: BrokerError {
        BrokerError(.fileError, "\(shown) is there already", nextStep: "add --force, or name another file")
    }

    /// For what the system last said.
    private var unmade: BrokerError { error("cannot be made: \(SystemError.words(errno))") }

    private func error(_ words: String) -> BrokerError { BrokerError(.fileError, "\(shown) \(words)") }

    private var shown: String { OneLine.visible(name, length: 4096) }
}
