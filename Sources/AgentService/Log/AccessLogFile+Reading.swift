internal import Glibc
internal import OwnFiles

extension AccessLogFile {
    /// What there is to read.
    struct Generations {
        /// The newest first.
        var files: [LockableFile] = []
        /// Of an older one that cannot be read: it is passed over.
        var trouble: OwnFileError?
    }

    /// Opens what there is to read; nothing is made.
    ///
    /// All are opened under the lock, so that no rotation comes between them.
    /// - Returns: `nil` where another process has the file.
    /// - Throws: where the newest cannot be read.
    func readable() throws(OwnFileError) -> Generations? {
        do throws(OwnFileError) {
            while true {
                let folder = try OwnFolder(folder, made: false)
                guard let newest = try open(AccessLogFile.name, in: folder) else {
                    return readable(nil, in: folder)
                }
                let isOurs = try newest.lock()
                defer { if isOurs { newest.unlock() } }
                guard newest.isNamed(AccessLogFile.name, in: folder) else { continue }
                return isOurs ? readable(newest, in: folder) : nil
            }
        } catch {
            if error.isAbsent { return Generations() }
            throw error
        }
    }

    private func readable(_ newest: LockableFile?, in folder: borrowing OwnFolder) -> Generations {
        var generations = Generations(files: newest.map { [$0] } ?? [])
        for name in AccessLogFile.generations.dropFirst() {
            do throws(OwnFileError) {
                if let file = try open(name, in: folder) { generations.files.append(file) }
            } catch {
                generations.trouble = error
            }
        }
        return generations
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
