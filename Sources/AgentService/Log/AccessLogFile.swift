internal import AccountModel
internal import Glibc
internal import OwnFiles

/// The file of the access log with its older generations: lines at the end of the newest, and rotation.
///
/// Several agents may write at once, each a line by one write(2) under a lock on the file itself. Whoever finds that the
/// file has another name by the time it has the lock opens the one that has the name now.
struct AccessLogFile {
    static let name = "access.log"
    /// Bytes after which a new generation begins.
    static let limit = 1 << 20
    /// Generations that are kept beside the newest: `access.log.1` is the one before it.
    static let older = 3

    let folder: String
    private var current: LockableFile?
    /// Why the last rotation could not keep the last uses.
    private(set) var rotationTrouble: OwnFileError?

    init(folder: String) {
        self.folder = folder
    }

    var path: String { "\(folder)/\(AccessLogFile.name)" }

    /// The newest generation first.
    static var generations: [String] { [name] + (1...older).map { "\(name).\($0)" } }

    /// Adds a line; what was torn off before it ends first.
    ///
    /// - Parameters:
    ///   - line: without its line feed.
    ///   - patience: how long another process may have the file.
    mutating func append(_ line: String, waiting patience: Duration) throws(OwnFileError) {
        let bytes = Array("\(line)\n".utf8)
        var file = try locked(waiting: patience)
        if file.size > 0, file.size + bytes.count > AccessLogFile.limit {
            do throws(OwnFileError) {
                try rotate(file)
            } catch {
                file.unlock()
                throw error
            }
            current = nil
            file = try locked(waiting: patience)
        }
        defer { file.unlock() }
        try file.append(file.endsWithLine ? bytes : [UInt8(ascii: "\n")] + bytes)
    }

    /// The newest generation, locked, and surely the one that has the name.
    private mutating func locked(waiting patience: Duration) throws(OwnFileError) -> LockableFile {
        while true {
            // The person may clear the folder at any time.
            let folder = try OwnFolder(folder, made: true)
            let file: LockableFile
            if let current {
                file = current
            } else {
                file = LockableFile(try folder.open(AccessLogFile.name, O_RDWR | O_APPEND | O_CREAT), path)
            }
            current = file
            try file.lock(waiting: patience)
            if file.isNamed(AccessLogFile.name, in: folder) { return file }
            file.unlock()
            current = nil
        }
    }

    /// Gives every generation the name of the one before it. What is known of last uses is kept first; where that
    /// fails, the log itself goes on.
    ///
    /// - Parameter file: the newest, locked.
    private mutating func rotate(_ file: LockableFile) throws(OwnFileError) {
        let folder = try OwnFolder(folder, made: true)
        let names = AccessLogFile.generations
        // The oldest goes first: on a full disk there is room then for what comes.
        if unsafe unlinkat(folder.descriptor, names[names.count - 1], 0) != 0 && errno != ENOENT {
            throw OwnFileError("remove", "\(folder.path)/\(names[names.count - 1])")
        }
        do throws(OwnFileError) {
            try LastUsesFile(folder: folder.path).add(file.lines())
            rotationTrouble = nil
        } catch {
            rotationTrouble = error
        }
        for (newer, older) in zip(names, names.dropFirst()).reversed() {
            // SAFETY: renameat(2) reads two C strings.
            if unsafe renameat(folder.descriptor, newer, folder.descriptor, older) != 0 && errno != ENOENT {
                throw OwnFileError("rename", "\(folder.path)/\(newer)")
            }
        }
    }
}

extension AccessLogFile {
    /// Opens what there is to read, the newest generation first; nothing is made.
    ///
    /// All are opened under the lock, so that no rotation comes between them.
    func readers() throws(OwnFileError) -> [LockableFile] {
        do throws(OwnFileError) {
            while true {
                let folder = try OwnFolder(folder, made: false)
                guard let newest = try open(AccessLogFile.name, in: folder) else { return try olderReaders(in: folder) }
                try newest.lock()
                defer { newest.unlock() }
                if newest.isNamed(AccessLogFile.name, in: folder) { return [newest] + (try olderReaders(in: folder)) }
            }
        } catch {
            if error.isAbsent { return [] }
            throw error
        }
    }

    private func olderReaders(in folder: borrowing OwnFolder) throws(OwnFileError) -> [LockableFile] {
        var files: [LockableFile] = []
        for name in AccessLogFile.generations.dropFirst() {
            if let file = try open(name, in: folder) { files.append(file) }
        }
        return files
    }

    private func open(_ name: String, in folder: borrowing OwnFolder) throws(OwnFileError) -> LockableFile? {
        do throws(OwnFileError) {
            return LockableFile(try folder.open(name, O_RDONLY), "\(folder.path)/\(name)")
        } catch {
            if error.isAbsent { return nil }
            throw error
        }
    }
}
