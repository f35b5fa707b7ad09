import Glibc
import SecretBytes
import SystemCalls

extension PrintedSecret {
    /// Writes all of it, to whatever the descriptor is.
    func write(to descriptor: Int32) throws(HandoverFailure) {
        let error = withSpan { bytes -> Int32 in
            var written = 0
            while written < bytes.count {
                // SAFETY: the kernel reads no further than the span's end, and the span is lent for the call.
                let step = unsafe bytes.extracting(written...).withUnsafeBufferPointer {
                    unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
                }
                if step < 0, errno == EINTR { continue }
                if step < 0, errno == EAGAIN { PrintedSecret.wait(for: descriptor) } else if step < 0 { return errno }
                written += max(0, step)
            }
            return 0
        }
        guard error != 0 else { return }
        // Whoever closed the pipe has read enough, and wants no words about it.
        let message = error == EPIPE ? "" : "the result cannot be written: \(SystemError.words(error))"
        throw HandoverFailure(message, status: HandoverFailure.Status.fileError)
    }

    /// Another process may have set a shared terminal or pipe to not block.
    private static func wait(for descriptor: Int32) {
        var watched = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // SAFETY: the pointer is to one entry, as its count says.
        _ = unsafe poll(&watched, 1, -1)
    }
}
