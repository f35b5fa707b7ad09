import AccountModel
import Glibc
import SystemCalls

/// A file that the person named, to be read.
enum NamedFile {
    /// Throws `fileError` for what cannot be opened.
    static func open(_ name: String) throws(BrokerError) -> Descriptor {
        // SAFETY: the path is lent as a C string for the call, and no mode is needed since nothing is created.
        let opened = unsafe Glibc.open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard opened >= 0 else {
            throw BrokerError(
                .fileError, "\(OneLine.visible(name, length: 4096)) cannot be opened: \(SystemError.words(errno))")
        }
        return Descriptor(owning: opened)
    }
}
