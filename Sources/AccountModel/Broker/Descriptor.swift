import Glibc

/// An open file descriptor with an owner: closed when the last reference to this object goes.
///
/// Secrets cross from the front end to the agent as descriptors (standard input, `/dev/tty`), never as bytes.
public final class Descriptor: Sendable {
    /// Valid as long as this object lives.
    public let rawValue: Int32

    /// Takes the ownership of an open descriptor.
    public init(owning rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// A duplicate with close-on-exec set, so that the original stays with its owner; `nil` where it is not open.
    public convenience init?(duplicating rawValue: Int32) {
        let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        self.init(owning: copy)
    }

    deinit {
        close(rawValue)
    }
}
