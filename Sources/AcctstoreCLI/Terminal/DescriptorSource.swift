import AccountModel
import Glibc
import SystemCalls

/// Bytes that somebody else writes in their own time: standard input, a pipe, a file.
struct DescriptorSource: Sendable {
    let descriptor: Int32
    /// For messages.
    let name: String

    private static let chunk = 64 * 1024

    /// What has arrived; none at the end. It blocks until there is something. Throws `fileError`.
    func read() throws(BrokerError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        while true {
            // SAFETY: the buffer's own size is given.
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 { return Array(bytes[..<count]) }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Somebody made the pipe that we inherited non-blocking.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                // SAFETY: the pointer is to one entry, as its count says.
                _ = unsafe poll(&waiting, 1, -1)
            case let error: throw BrokerError(.fileError, "\(name) cannot be read: \(SystemError.words(error))")
            }
        }
    }
}
