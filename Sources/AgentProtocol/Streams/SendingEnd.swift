internal import AccountModel
internal import Glibc

/// The sender's end of a body channel.
struct SendingEnd: Sendable {
    private let socket: Descriptor
    /// How long a reader may read nothing; `nil` for as long as it likes.
    private let patience: Duration?
    private let waiting = ReadinessThread()

    static func pair(patience: Duration?) throws(BrokerError) -> (SendingEnd, receiver: Descriptor) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw BodyChannel.noDescriptor() }
        let (sender, receiver) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        // The byte whose being unread makes an early end an error.
        var pledge: UInt8 = 0
        guard unsafe write(receiver.rawValue, &pledge, 1) == 1 else { throw BodyChannel.noDescriptor() }
        shutdown(receiver.rawValue, Int32(SHUT_WR))
        return (SendingEnd(socket: sender, patience: patience), receiver)
    }

    private init(socket: Descriptor, patience: Duration?) {
        self.socket = socket
        self.patience = patience
    }

    /// Sends the whole body; gives what stopped it. A reader that went away, or read nothing
    /// for too long, stops it without an error.
    func pump(_ body: Body) async -> BrokerError? {
        do throws(BrokerError) {
            while let chunk = try await body.next() {
                guard await send(chunk) else { return nil }
            }
        } catch {
            return error
        }
        // A body may tell its own end where it was only cancelled.
        if !Task.isCancelled { finish() }
        return nil
    }

    /// False where the reader is gone or read nothing for too long, or the task was cancelled.
    private func send(_ bytes: [UInt8]) async -> Bool {
        var sent = 0
        while sent < bytes.count {
            // The kernel reads no further than the array's end.
            let step = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(
                    socket.rawValue, $0.baseAddress.map { unsafe $0 + sent }, $0.count - sent,
                    Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            if step >= 0 {
                sent += step
            } else if errno == EAGAIN {
                guard await waiting.wait(for: socket, Int16(POLLOUT), patience: patience) else { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    private func finish() {
        var pledge: UInt8 = 0
        _ = unsafe recv(socket.rawValue, &pledge, 1, Int32(MSG_DONTWAIT))
        shutdown(socket.rawValue, Int32(SHUT_WR))
    }
}
