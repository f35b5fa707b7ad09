import AccountModel
import FoundationEssentials
import Glibc
import SystemCalls

/// A folder that only its owner can look into, open so that nothing can be put in its place.
final class PrivateFolder: Sendable {
    let path: String
    private let descriptor: Descriptor

    /// Opens `base/name/name…`, and makes what is missing with mode 0700.
    ///
    /// Throws `fileError` where a folder is a link, belongs to another user, or cannot be made.
    init(_ base: String, below names: [String]) throws(BrokerError) {
        try PrivateFolder.make(base)
        path = ([base] + names).joined(separator: "/")
        // SAFETY: no mode is needed since nothing is created.
        let opened = unsafe open(base, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw PrivateFolder.error(base) }
        var folder = Descriptor(owning: opened)
        try PrivateFolder.checkOwner(of: folder, base)
        for name in names {
            guard unsafe mkdirat(folder.rawValue, name, 0o700) == 0 || errno == EEXIST else {
                throw PrivateFolder.error(path)
            }
            // SAFETY: as above.
            let inner = unsafe openat(folder.rawValue, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard inner >= 0 else { throw PrivateFolder.error(path) }
            folder = Descriptor(owning: inner)
            try PrivateFolder.checkOwner(of: folder, path)
        }
        descriptor = folder
    }

    /// Writes a file with mode 0600, in place of one of the same name; it has its name only when it is whole.
    ///
    /// - Parameter isDurable: whether it is to be on the disk when this returns.
    func write(_ bytes: [UInt8], to name: String, isDurable: Bool = true) throws(BrokerError) {
        let unfinished = ".\(name).\(getpid()).new"
        // SAFETY: openat with O_CREAT is given the mode that it then needs.
        let opened = unsafe openat(
            descriptor.rawValue, unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard opened >= 0 else { throw PrivateFolder.error("\(path)/\(name)") }
        let file = Descriptor(owning: opened)
        do throws(SinkError) {
            try DescriptorSink(file.rawValue).write(bytes)
        } catch {
            unsafe unlinkat(descriptor.rawValue, unfinished, 0)
            throw PrivateFolder.error("\(path)/\(name)")
        }
        // SAFETY: renameat reads the two names.
        let isKept =
            unsafe (!isDurable || fsync(file.rawValue) == 0)
            && renameat(descriptor.rawValue, unfinished, descriptor.rawValue, name) == 0
        guard isKept else {
            let error = PrivateFolder.error("\(path)/\(name)")
            unsafe unlinkat(descriptor.rawValue, unfinished, 0)
            throw error
        }
        // Some file systems cannot do this for a folder.
        guard isDurable, fsync(descriptor.rawValue) != 0, errno != EINVAL, errno != ENOTSUP else { return }
        throw BrokerError(
            .fileError,
            "\(OneLine.visible("\(path)/\(name)", length: 4096)) was written, but may be gone after a power cut: "
                + SystemError.words(errno))
    }

    /// The bytes of an ordinary file of the owner's; `nil` where there is none, for a link, and for a longer one.
    func read(_ name: String, upTo limit: Int) -> [UInt8]? {
        // SAFETY: no mode is needed since nothing is created.
        let opened = unsafe openat(descriptor.rawValue, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        let file = Descriptor(owning: opened)
        var facts = stat()
        // SAFETY: fstat fills the one structure that it is given.
        guard unsafe fstat(file.rawValue, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_uid == geteuid(), facts.st_size <= limit
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        // SAFETY: the buffer's own size is given.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(opened, $0.baseAddress, $0.count) }
        return count == bytes.count ? bytes : nil
    }

    /// Removes a file, where there is one of that name.
    func remove(_ name: String) {
        // SAFETY: unlinkat reads the name; a folder it leaves alone.
        unsafe unlinkat(descriptor.rawValue, name, 0)
    }

    /// Removes the files that were written first where there are more than so many, and those written before a time.
    ///
    /// - Parameter start: seconds since 1970.
    func prune(keeping most: Int, writtenSince start: Int = .min) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
        let byAge = names.map { name in
            var facts = stat()
            // SAFETY: fstatat fills the one structure that it is given.
            let isThere = unsafe fstatat(descriptor.rawValue, name, &facts, AT_SYMLINK_NOFOLLOW) == 0
            return (time: isThere ? facts.st_mtim.tv_sec : 0, name: name)
        }.sorted { $0.time < $1.time }
        for (place, file) in byAge.enumerated() where place < names.count - most || file.time < start {
            remove(file.name)
        }
    }

    /// The folders on the way, those that are missing.
    private static func make(_ path: String) throws(BrokerError) {
        var folder = ""
        for part in path.split(separator: "/") {
            let parent = folder.isEmpty ? "/" : folder
            folder += "/\(part)"
            var facts = stat()
            // SAFETY: stat fills the one structure that it is given.
            if unsafe stat(folder, &facts) == 0 { continue }
            guard unsafe stat(parent, &facts) == 0, facts.st_uid == geteuid() else { throw foreign(parent) }
            guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw error(folder) }
        }
    }

    private static func checkOwner(of folder: Descriptor, _ path: String) throws(BrokerError) {
        var facts = stat()
        // SAFETY: fstat fills the one structure that it is given.
        guard unsafe fstat(folder.rawValue, &facts) == 0 else { throw error(path) }
        guard facts.st_uid == geteuid() else { throw foreign(path) }
    }

    private static func foreign(_ path: String) -> BrokerError {
        BrokerError(.fileError, "\(OneLine.visible(path, length: 4096)) belongs to another user")
    }

    private static func error(_ path: String) -> BrokerError {
        BrokerError(.fileError, "\(OneLine.visible(path, length: 4096)): \(SystemError.words(errno))")
    }
}
