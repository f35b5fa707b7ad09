internal import AccountModel
internal import Glibc
internal import OwnFiles

/// An open file that several processes append to, by turns.
final class LockableFile: Sendable {
    private let descriptor: Descriptor
    private let path: String

    init(_ descriptor: Int32, _ path: String) {
        self.descriptor = Descriptor(owning: descriptor)
        self.path = path
    }

    /// Takes flock(2), which a process that ends lets go.
    ///
    /// It does not wait: a lock that is waited for has no deadline.
    /// - Returns: whether no other process has the file.
    func lock() throws(OwnFileError) -> Bool {
        while flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw OwnFileError("lock", path) }
            return false
        }
        return true
    }

    func unlock() {
        flock(descriptor.rawValue, LOCK_UN)
    }

    var size: Int { Int(status.st_size) }

    /// Whether the name in the folder still stands for this file.
    func isNamed(_ name: String, in folder: borrowing OwnFolder) -> Bool {
        var named = stat()
        // SAFETY: fstatat(2) fills the structure it is given.
        guard unsafe fstatat(folder.descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0 else { return false }
        let own = status
        return named.st_dev == own.st_dev && named.st_ino == own.st_ino
    }

    /// Whether nothing was torn off at the end.
    var endsWithLine: Bool {
        let size = size
        return size == 0 || bytes(from: size - 1, upTo: 1) == [UInt8(ascii: "\n")]
    }

    /// Writes everything, or nothing: what there was room for is taken back. Only under the lock.
    func append(_ bytes: [UInt8]) throws(OwnFileError) {
        let before = size
        var count: Int
        repeat {
            // SAFETY: the bytes are lent for the call, with their own count.
            count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor.rawValue, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        if count == bytes.count { return }
        // A write that was cut short has no reason of its own; there was no more room.
        let error = count < 0 ? OwnFileError("write", path) : OwnFileError(path: path, "no room is left for \(path)")
        if count > 0 { ftruncate(descriptor.rawValue, off_t(before)) }
        throw error
    }

    /// The lines without their line feeds, the last one whether or not it has one. Of a file that is longer than any of
    /// ours, the end.
    func lines() -> [ArraySlice<UInt8>] {
        let longest = 4 * AccessLogFile.limit
        let size = size
        return bytes(from: max(0, size - longest), upTo: longest).split(separator: UInt8(ascii: "\n"))
    }

    private var status: stat {
        var status = stat()
        // SAFETY: fstat(2) fills the structure it is given; of an open file it does not fail.
        unsafe fstat(descriptor.rawValue, &status)
        return status
    }

    private func bytes(from start: Int, upTo limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 256 << 10))
        while bytes.count < limit {
            // SAFETY: the kernel writes at most `chunk.count` bytes to the array.
            let count = unsafe pread(descriptor.rawValue, &chunk, chunk.count, off_t(start + bytes.count))
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return bytes
    }
}
