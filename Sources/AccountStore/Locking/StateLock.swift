import AccountModel
import Glibc
import OwnFiles

/// One writer at a time among processes and tasks: flock(2) on a file that is never removed.
package struct StateLock: Sendable {
    /// How long another writer is waited for: longer than a question of the keyring's, which is locked again in the middle of a
    /// change, may take. Before a change nobody is asked under the lock.
    package static let patience: Duration = .seconds(150)

    /// The folder of the lock, `…/acctstore`, with the one above it.
    package let folder: String

    /// `$XDG_STATE_HOME/acctstore`, or `~/.local/state/acctstore` (XDG Base Directory Specification).
    package init(environment: [String: String]) throws(KeychainError) {
        guard let state = PersonalFolder.state.path({ environment[$0] }) else {
            throw KeychainError(.file, "there is no place for the lock: neither XDG_STATE_HOME nor HOME is set")
        }
        folder = state + "/acctstore"
    }

    /// What the last change under the lock left in its file.
    package struct Change: Sendable {
        /// Another 16 bytes each time; none before the first change.
        package var mark: [UInt8]
        /// Which of several keyrings over the same files was changed; nil where that was not said.
        package var place: String?
    }

    /// Nil where it cannot be read.
    package func lastChange() -> Change? {
        let descriptor = unsafe Glibc.open(folder + "/lock", O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return errno == ENOENT ? Change(mark: []) : nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: HeldLock.markLength + HeldLock.longestPlace)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { return nil }
        let place = String(decoding: bytes[..<count].dropFirst(HeldLock.markLength), as: UTF8.self)
        return Change(mark: Array(bytes[..<count].prefix(HeldLock.markLength)), place: place.isEmpty ? nil : place)
    }

    /// The mark of ``lastChange()``.
    package func mark() -> [UInt8]? { lastChange()?.mark }

    /// Waits for the lock without holding a thread.
    package func acquire() async throws(KeychainError) -> HeldLock {
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

    /// Opens the lock's file; makes it where it is not there.
    private func open() throws(KeychainError) -> Int32 {
        do throws(OwnFileError) {
            return try OwnFolder(folder, made: true).open("lock", O_RDWR | O_CREAT)
        } catch {
            throw KeychainError(.file, error.message)
        }
    }
}

/// The lock's file: the lock ends when this does.
package struct HeldLock: ~Copyable, Sendable {
    private let descriptor: Int32

    fileprivate init(descriptor: Int32) { self.descriptor = descriptor }

    deinit {
        // A child process between its fork and its exec has this descriptor too, and would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    static let markLength = 16

    /// As long as the id of a bus.
    static let longestPlace = 32

    /// Leaves other bytes than there ever were. Who cannot write them has changed something in a keyring that can tell of it
    /// itself.
    ///
    /// - Parameter place: which of several keyrings over the same files was changed; nil for a keychain that is one.
    package func leaveMark(in place: String? = nil) {
        var bytes = (0..<HeldLock.markLength).map { _ in UInt8.random(in: .min ... .max) }
        bytes += (place ?? "").utf8.prefix(HeldLock.longestPlace)
        _ = unsafe pwrite(descriptor, bytes, bytes.count, 0)
        ftruncate(descriptor, off_t(bytes.count))
    }

    fileprivate func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
}
