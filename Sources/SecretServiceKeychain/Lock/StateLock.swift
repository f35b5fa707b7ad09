internal import AccountStore
internal import Glibc

/// One writer at a time among processes and tasks: flock(2) on a file that is never removed.
struct StateLock: Sendable {
    /// How long another writer is waited for: longer than the keyring's question to the person may take.
    static let patience: Duration = .seconds(150)

    /// The folder of the lock, `…/acctstore`, with the one above it.
    let folder: String

    /// `$XDG_STATE_HOME/acctstore`, or `~/.local/state/acctstore` (XDG Base Directory Specification).
    init(environment: [String: String]) throws(KeychainError) {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            folder = state + "/acctstore"
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            folder = home + "/.local/state/acctstore"
        } else {
            throw KeychainError(.file, "there is no place for the lock: neither XDG_STATE_HOME nor HOME is set")
        }
    }

    /// What the last change under the lock left in its file: another 16 bytes each time; none before the first change.
    ///
    /// Nil where it cannot be read.
    func mark() -> [UInt8]? {
        let descriptor = unsafe Glibc.open(folder + "/lock", O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return errno == ENOENT ? [] : nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: HeldLock.markLength)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    /// Waits for the lock without holding a thread.
    func acquire() async throws(KeychainError) -> HeldLock {
        let path = folder + "/lock"
        let lock = HeldLock(descriptor: try open())
        let start = ContinuousClock.now
        while !lock.tryLock() {
            guard ContinuousClock.now - start < Self.patience else {
                throw KeychainError(
                    .file, "another acctstore has held \(path) for \(Self.patience.components.seconds) s")
            }
            do { try await Task.sleep(for: .milliseconds(5)) } catch {
                throw KeychainError(.cancelled, "the request was withdrawn")
            }
        }
        return lock
    }

    /// Opens the lock's file, following no link in or below the folder; makes both where they are not there.
    private func open() throws(KeychainError) -> Int32 {
        try makeParents()
        if unsafe mkdir(folder, 0o700) != 0 && errno != EEXIST { throw failure("make", folder) }
        let directory = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard directory >= 0 else { throw failure("open", folder) }
        defer { close(directory) }
        try claim(directory, folder, mode: 0o700)
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let descriptor = unsafe openat(directory, "lock", flags, 0o600)
        guard descriptor >= 0 else { throw failure("open", folder + "/lock") }
        do throws(KeychainError) {
            try claim(descriptor, folder + "/lock", mode: 0o600)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// What was there before must be ours, and private.
    private func claim(_ descriptor: Int32, _ path: String, mode: mode_t) throws(KeychainError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure("look at", path) }
        guard status.st_uid == geteuid() else {
            throw KeychainError(.file, "\(path) belongs to another user")
        }
        if status.st_mode & 0o777 != mode, fchmod(descriptor, mode) != 0 { throw failure("protect", path) }
    }

    private func makeParents() throws(KeychainError) {
        let names = folder.split(separator: "/").dropLast()
        var path = ""
        for name in names {
            path += "/" + name
            if unsafe mkdir(path, 0o700) != 0 && errno != EEXIST { throw failure("make", path) }
        }
    }

    private func failure(_ verb: String, _ path: String) -> KeychainError {
        let reason = unsafe String(cString: strerror(errno))
        return KeychainError(.file, "cannot \(verb) \(path): \(reason)")
    }
}

/// The lock's file: the lock ends when this does.
struct HeldLock: ~Copyable, Sendable {
    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        // A child process between its fork and its exec has this descriptor too, and would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    static let markLength = 16

    /// Leaves other bytes than there ever were. Who cannot write them has changed something in a keyring that can tell of it
    /// itself.
    func leaveMark() {
        let bytes = (0..<HeldLock.markLength).map { _ in UInt8.random(in: .min ... .max) }
        _ = unsafe pwrite(descriptor, bytes, bytes.count, 0)
    }

    func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
}
