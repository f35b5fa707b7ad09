import AccountModel
import Dispatch
import Glibc

/// Waits for input that somebody else is to read.
enum Arrival {
    enum Outcome: Sendable {
        /// There is something to read, which of a terminal is a whole line.
        case input
        /// The input has ended.
        case end
        /// The task was cancelled.
        case cancelled
    }

    /// Milliseconds after which one that may not read looks again.
    private static let pause: Int32 = 200

    /// - Parameter mayRead: whether what arrives now is meant for this process. In the background the keys are another's.
    static func wait(
        on descriptor: Descriptor, while mayRead: @escaping @Sendable () -> Bool = { true }
    ) async -> Outcome {
        guard let pipe = Descriptor.pipe() else { return .cancelled }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { arrived in
                // A person may take long: no thread of the pool waits for that.
                DispatchQueue(label: "arrival").async {
                    arrived.resume(returning: wait(on: descriptor, or: pipe.reader, mayRead))
                }
            }
        } onCancel: {
            // Written to and not closed: whoever still holds the writing end, a child process say, would keep it open.
            var byte: UInt8 = 0
            // SAFETY: one byte is written from a variable of that size.
            _ = unsafe write(pipe.writer.rawValue, &byte, 1)
        }
    }

    /// Whether there is something to read, or the end, at this moment.
    static func isThere(on descriptor: Descriptor) -> Bool {
        !poll([descriptor], for: 0).isEmpty
    }

    private static func wait(on descriptor: Descriptor, or cancelled: Descriptor, _ mayRead: () -> Bool) -> Outcome {
        while true {
            guard mayRead() else {
                if !poll([cancelled], for: pause).isEmpty { return .cancelled }
                continue
            }
            let ready = poll([cancelled, descriptor], for: -1)
            if ready.contains(0) { return .cancelled }
            // It may have been put into the background since.
            if ready.contains(1), mayRead() { return isEmpty(descriptor) ? .end : .input }
        }
    }

    /// Which of the descriptors have something to tell; none after the time, in milliseconds.
    private static func poll(_ descriptors: [Descriptor], for milliseconds: Int32) -> [Int] {
        var watched = descriptors.map { pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0) }
        // SAFETY: the pointer is to as many entries as its count says.
        guard unsafe Glibc.poll(&watched, nfds_t(watched.count), milliseconds) > 0 else { return [] }
        return watched.indices.filter { watched[$0].revents != 0 }
    }

    private static func isEmpty(_ descriptor: Descriptor) -> Bool {
        var waiting: Int32 = 0
        // SAFETY: FIONREAD writes one number, and that is what it is given.
        return unsafe ioctl(descriptor.rawValue, UInt(FIONREAD), &waiting) == 0 && waiting == 0
    }
}
