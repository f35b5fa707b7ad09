import AccountModel
import Glibc
import SystemCalls

/// A file of another program, open to be read by the agent. This process reads no byte of it.
struct ForeignFile: Sendable {
    /// As the person knows it.
    let name: String
    let descriptor: Descriptor
    /// What stood there when it was opened; `nil` for standard input.
    private let facts: Facts?
    /// Where a link leads; `nil` for what is none.
    let target: String?

    /// What must not have changed until it is wiped.
    private struct Facts: Equatable, Sendable {
        var device: dev_t
        var number: ino_t
        var size: off_t
        var seconds: Int
        var nanoseconds: Int

        init(_ facts: stat) {
            (device, number, size) = (facts.st_dev, facts.st_ino, facts.st_size)
            (seconds, nanoseconds) = (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
        }
    }

    /// Whether others than its owner could read it.
    let isReadByOthers: Bool
    /// Whether others than its owner could write it.
    let isWrittenByOthers: Bool
    /// Whether it has other names, which wiping leaves in place.
    private let hasOtherNames: Bool

    /// Opens an ordinary file of this user.
    ///
    /// Throws `fileError` for anything else, a pipe or device too: nothing waits at one.
    init(_ name: String) throws(BrokerError) {
        var link = stat()
        // SAFETY: lstat fills the structure it is given, here and for fstat below.
        let isLink = unsafe lstat(name, &link) == 0 && link.st_mode & S_IFMT == S_IFLNK
        // SAFETY: no mode is needed since nothing is created.
        let opened = unsafe open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard opened >= 0 else {
            let cause = SystemError.words(errno)
            let target = isLink ? DeadLink(onTheWayTo: name).map { OneLine.visible($0.target, length: 4096) } : nil
            throw ForeignFile.error(
                name, target.map { "is a link to \($0), which is not there" } ?? "cannot be opened: \(cause)")
        }
        descriptor = Descriptor(owning: opened)
        var facts = stat()
        guard unsafe fstat(opened, &facts) == 0 else { throw ForeignFile.error(name, SystemError.words(errno)) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw ForeignFile.error(name, "is no file") }
        guard facts.st_uid == geteuid() else { throw ForeignFile.error(name, "belongs to another user") }
        self.name = name
        self.facts = Facts(facts)
        target = isLink ? AbsolutePath.resolved(name) ?? "another file" : nil
        isReadByOthers = facts.st_mode & 0o044 != 0
        isWrittenByOthers = facts.st_mode & 0o022 != 0
        hasOtherNames = facts.st_nlink > 1
    }

    /// Standard input.
    init(standardInput descriptor: Descriptor) {
        (name, self.descriptor) = (ImportRequest.standardInput, descriptor)
        (facts, target, isReadByOthers, isWrittenByOthers, hasOtherNames) = (nil, nil, false, false, false)
    }

    /// Why it cannot be wiped; `nil` where it can.
    var hindrance: String? {
        if facts == nil { return "it came by standard input" }
        if let target { return "it is a link to \(OneLine.visible(target, length: 4096))" }
        return hasOtherNames ? "it has other names, which would stay" : nil
    }

    /// Overwrites the file and removes it.
    ///
    /// Throws `fileError` where it is not the one any more that was read, and leaves it as it is then.
    func wipe() throws(BrokerError) {
        // SAFETY: no mode is needed since nothing is created.
        let opened = unsafe open(name, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK)
        guard opened >= 0 else { throw ForeignFile.error(name, "cannot be wiped: \(SystemError.words(errno))") }
        let file = Descriptor(owning: opened)
        var facts = stat()
        // SAFETY: fstat fills the structure it is given.
        guard unsafe fstat(opened, &facts) == 0, Facts(facts) == self.facts else {
            throw ForeignFile.error(name, "was changed meanwhile and was not wiped")
        }
        do throws(SinkError) {
            try DescriptorSink(file.rawValue).write([UInt8](repeating: 0, count: Int(facts.st_size)))
        } catch {
            throw ForeignFile.error(name, "could not be overwritten; it is still there")
        }
        guard fsync(opened) == 0 else { throw ForeignFile.error(name, "could not be overwritten on the disk") }
        // SAFETY: unlink reads the name.
        guard unsafe unlink(name) == 0 else {
            throw ForeignFile.error(name, "was overwritten and cannot be removed: \(SystemError.words(errno))")
        }
    }

    private static func error(_ name: String, _ words: String) -> BrokerError {
        BrokerError(.fileError, "\(OneLine.visible(name, length: 4096)) \(words)")
    }
}
