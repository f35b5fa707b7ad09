internal import AccountModel
internal import Glibc
internal import OwnFiles

/// The file of the access log with its older generations: lines at the end of the newest, and rotation.
///
/// Several agents may write at once, each a line by one write(2), and as many lines as it has under one lock on the file
/// itself. Whoever finds that the file has another name by the time it has the lock opens the one that has the name now.
package struct AccessLogFile {
    static let name = "access.log"
    /// Bytes after which a new generation begins.
    package static let limit = 1 << 20
    /// Generations that are kept beside the newest: `access.log.1` is the one before it.
    static let older = 3
    /// Bytes after which a rotation that could not be is tried again.
    private static let pause = 1 << 16

    /// What became of lines.
    struct Appended {
        /// Lines that are done with, from the first on. The others have to wait: another process has the file.
        var done = 0
        /// Of those that are done with, the ones that could not be written.
        var missing = 0
        /// Why the last of these could not.
        var failure: OwnFileError?
    }

    let folder: String
    private let limit: Int
    private var current: LockableFile?
    /// What was in the way of the last rotation.
    private(set) var rotationTrouble: OwnFileError?
    /// Bytes from which on the newest generation is to be rotated: more than the limit where that could not be.
    private var threshold: Int

    init(folder: String, limit: Int) {
        self.folder = folder
        self.limit = limit
        threshold = limit
    }

    var path: String { "\(folder)/\(AccessLogFile.name)" }

    /// The newest generation first.
    static var generations: [String] { [name] + (1...older).map { "\(name).\($0)" } }

    /// Adds lines, as many as can be without waiting for another process; what was torn off before them ends first.
    ///
    /// - Parameter lines: without their line feeds.
    mutating func append(_ lines: [String]) -> Appended {
        var result = Appended()
        do throws(OwnFileError) {
            while result.done < lines.count {
                guard let file = try locked() else { return result }
                defer { file.unlock() }
                write(lines, to: file, &result)
            }
        } catch {
            // Without a file there is no use in trying each of them.
            result.missing += lines.count - result.done
            result.done = lines.count
            result.failure = error
        }
        return result
    }

    /// Writes to the newest generation, which is locked, until all is done with or another generation begins.
    private mutating func write(_ lines: [String], to file: LockableFile, _ result: inout Appended) {
        var size = file.size
        var isTorn = !file.endsWithLine
        while result.done < lines.count {
            let bytes = Array((isTorn ? "\n" : "").utf8) + Array(lines[result.done].utf8) + [UInt8(ascii: "\n")]
            if size > 0, size + bytes.count > threshold {
                if rotate(file) {
                    threshold = limit
                    current = nil
                    return
                }
                // Better too long a file than no line.
                threshold = size + AccessLogFile.pause
            }
            do throws(OwnFileError) {
                try file.append(bytes)
                size += bytes.count
                isTorn = false
            } catch {
                result.missing += 1
                result.failure = error
            }
            result.done += 1
        }
    }

    /// The newest generation, locked, and surely the one that has the name; `nil` where another process has it.
    private mutating func locked() throws(OwnFileError) -> LockableFile? {
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
            let isOurs = try file.lock()
            if file.isNamed(AccessLogFile.name, in: folder) { return isOurs ? file : nil }
            if isOurs { file.unlock() }
            current = nil
        }
    }

    /// Begins another generation. What is known of last uses is kept first; where that fails, the log itself goes on.
    ///
    /// - Parameter file: the newest, locked.
    /// - Returns: whether the newest has another name now.
    private mutating func rotate(_ file: LockableFile) -> Bool {
        do throws(OwnFileError) {
            var rotation = AccessLogRotation(in: try OwnFolder(folder, made: true))
            // On a full disk there is room then for what comes.
            rotation.dropOldest()
            rotationTrouble = keepLastUses(of: file)
            try rotation.moveOthers()
            rotationTrouble = rotation.trouble ?? rotationTrouble
            return true
        } catch {
            rotationTrouble = error
            return false
        }
    }

    private func keepLastUses(of file: LockableFile) -> OwnFileError? {
        do throws(OwnFileError) {
            try LastUsesFile(folder: folder).add(file.lines())
            return nil
        } catch {
            return error
        }
    }
}
