internal import Glibc

/// How far a file has been replaced: behind each of these a machine may stop.
package enum ReplacingStep: String, CaseIterable, Sendable {
    /// The new file is there, empty, under a name of its own.
    case made
    /// A part of it is written.
    case begun
    /// All of it is written.
    case written
    /// It is on the disk.
    case synced
    /// It has the name.
    case named
    /// The name is on the disk.
    case done
}

/// What is known of a file that was replaced.
package enum Replaced: Hashable, Sendable {
    /// It is on the disk, as far as the file system tells.
    case lasting
    /// It has the name; whether it would after a power cut is not known, for this reason.
    case unsure(OwnFileError)
}

extension OwnFolder {
    /// Puts a file with these bytes in the place of the one of that name. Whenever this is broken off, the name stands for
    /// the old file or for the new one, each of them whole.
    ///
    /// The new file is begun as `NAME.new`, and what an earlier process left there goes.
    ///
    /// - Parameters:
    ///   - isAlone: false where several processes may do this at once; each then begins a file of its own.
    ///   - reached: is told each step, for tests that end the process behind it.
    /// - Throws: where it was not replaced, as on a full disk. The old file is then as it was.
    package func replace(
        _ name: String, with bytes: [UInt8], alone isAlone: Bool = true, reached: (ReplacingStep) -> Void = { _ in }
    ) throws(OwnFileError) -> Replaced {
        try put(bytes, in: name, by: isAlone ? "\(name).new" : OwnFolder.ownName(for: name), isSynced: true, reached)
        // The new file has the name, whatever comes of this.
        do throws(OwnFileError) {
            try sync()
        } catch {
            return .unsure(error)
        }
        reached(.done)
        return .lasting
    }

    /// The same for what need not outlast a power cut, by any number of processes at once.
    package func replaceUnsynced(_ name: String, with bytes: [UInt8]) throws(OwnFileError) {
        try put(bytes, in: name, by: OwnFolder.ownName(for: name), isSynced: false)
    }

    private static func ownName(for name: String) -> String { ".\(name).\(getpid()).new" }

    private func put(
        _ bytes: [UInt8], in name: String, by newName: String, isSynced: Bool,
        _ reached: (ReplacingStep) -> Void = { _ in }
    ) throws(OwnFileError) {
        // SAFETY: here and below, names are lent as C strings for the calls.
        unsafe unlinkat(descriptor, newName, 0)
        let file = try open(newName, O_WRONLY | O_CREAT | O_EXCL)
        defer { close(file) }
        reached(.made)
        do throws(OwnFileError) {
            let (first, rest) = (bytes.prefix(bytes.count / 2), bytes.dropFirst(bytes.count / 2))
            try write(first, to: file, newName)
            reached(.begun)
            try write(rest, to: file, newName)
            reached(.written)
            guard !isSynced || fsync(file) == 0 else { throw OwnFileError("write", "\(path)/\(newName)") }
            reached(.synced)
            guard unsafe renameat(descriptor, newName, descriptor, name) == 0 else {
                throw OwnFileError("replace", "\(path)/\(name)")
            }
        } catch {
            unsafe unlinkat(descriptor, newName, 0)
            throw error
        }
        reached(.named)
    }

    private func write(_ bytes: ArraySlice<UInt8>, to file: Int32, _ name: String) throws(OwnFileError) {
        var rest = bytes
        while !rest.isEmpty {
            // SAFETY: the bytes are lent for the call, with their own count.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw OwnFileError("write", "\(path)/\(name)") }
            rest = rest.dropFirst(count)
        }
    }

    /// All bytes of an open file, from its first.
    ///
    /// - Parameter limit: throws for a file that is longer.
    package func bytes(of file: Int32, named name: String, upTo limit: Int) throws(OwnFileError) -> [UInt8] {
        try OwnFileBytes.all(of: file, "\(path)/\(name)", upTo: limit)
    }
}

/// The bytes of an open file.
package enum OwnFileBytes {
    /// From its first.
    ///
    /// - Parameters:
    ///   - file: an open descriptor.
    ///   - path: where it lies, for messages.
    ///   - limit: throws for a file that is longer, and for what is no file.
    package static func all(
        of file: Int32, _ path: String, upTo limit: Int
    ) throws(OwnFileError) -> [UInt8] {
        var status = stat()
        // SAFETY: fstat(2) fills the structure it is given.
        guard unsafe fstat(file, &status) == 0 else { throw OwnFileError("look at", path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw OwnFileError(path: path, "\(path) is no file") }
        guard status.st_size <= limit else {
            throw OwnFileError(path: path, "\(path) is longer than \(limit) bytes")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var length = 0
        while length < bytes.count {
            let wanted = bytes.count - length
            // SAFETY: the kernel writes at most as many bytes as there is room for behind `length`.
            let count = unsafe bytes.withUnsafeMutableBytes { room in
                unsafe pread(file, room.baseAddress.map { unsafe $0 + length }, wanted, off_t(length))
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw OwnFileError("read", path) }
            if count == 0 { break }
            length += count
        }
        bytes.removeLast(bytes.count - length)
        return bytes
    }
}
