import Glibc

/// Where bytes of the result or of messages go.
package protocol ByteSink: Sendable {
    /// Writes all of the bytes. Throws where the other side is gone, the disk is full, and the like.
    func write(_ bytes: [UInt8]) throws(SinkError)
    /// Whether a person reads along.
    var isTerminal: Bool { get }
    /// Columns, for a terminal that tells.
    var width: Int? { get }
    /// Lines, for a terminal that tells.
    var height: Int? { get }
}

/// Why bytes could not be written.
package enum SinkError: Error, Equatable {
    /// The reader has gone (EPIPE).
    case readerGone
    /// Any other trouble, by its `errno`.
    case system(Int32)
}

/// An open descriptor of this process: standard output or standard error.
package struct DescriptorSink: ByteSink {
    private let descriptor: Int32

    package init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    package func write(_ bytes: [UInt8]) throws(SinkError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // SAFETY: the pointer is used within the closure, and the count is the buffer's own.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest.removeFirst(count)
            } else {
                try waitOut(errno)
            }
        }
    }

    package var isTerminal: Bool { isatty(descriptor) == 1 }

    package var width: Int? { size.flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil } }

    package var height: Int? { size.flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil } }

    private var size: winsize? {
        var size = winsize()
        // SAFETY: TIOCGWINSZ writes one winsize, and that is what it is given.
        return unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
    }

    /// Returns where the write may be tried again.
    private func waitOut(_ error: Int32) throws(SinkError) {
        switch error {
        case EINTR: return
        case EAGAIN:
            // Somebody made the pipe that we inherited non-blocking.
            var waiting = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
            // SAFETY: the array has the one element that poll is told of.
            _ = unsafe poll(&waiting, 1, -1)
        case EPIPE: throw .readerGone
        default: throw .system(error)
        }
    }
}
