package import AccountModel
internal import CShims
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// Carries a body from one process to another by a descriptor, so that an end that was not meant to be one is told
/// from the end of the body: also where the sender was killed.
///
/// The sender keeps one end of a socket pair with a byte in it that nobody read. Closing a stream socket with unread
/// bytes resets the connection (unix(7)), so the reader gets `ECONNRESET` after the last bytes, unless the sender
/// finished and took the byte out first.
package enum BodyChannel {
    /// Bytes up to which a body of known length is handed over at once, as a file in memory.
    private static let smallBody = 8 << 20

    /// Ends when all bytes were handed over, or nobody reads them any more; gives what stopped them.
    package typealias Pump = Task<BrokerError?, Never>

    /// A body on its way.
    package struct Outgoing: Sendable {
        /// The reader's end.
        package let descriptor: Descriptor
        /// What still sends it; `nil` where it was handed over whole.
        package let pump: Pump?
    }

    /// Begins to send a body, `/dev/null` for none.
    ///
    /// Throws what the body throws while a small one is read, and `failed` where there is no descriptor to be had.
    package static func send(_ body: Body?) async throws(BrokerError) -> Outgoing {
        guard let body else {
            return Outgoing(descriptor: try nothing(), pump: nil)
        }
        if let count = body.count, count <= smallBody {
            let file = try memoryFile(holding: await body.collect(upTo: smallBody))
            return Outgoing(descriptor: file, pump: nil)
        }
        return try stream(body, patience: nil)
    }

    /// Begins to send a body whose reader wants what there is of it as it comes. One that is whole at the first look is
    /// handed over at once.
    ///
    /// Throws as ``send(_:)`` does, for what stops the body before its first bytes.
    ///
    /// - Parameter patience: how long the reader may read nothing, before the rest is cut off: an end that nobody reads
    ///   holds what the body comes from. A person may look at a page of an answer for a while.
    package static func sendArriving(
        _ body: Body, patience: Duration = .seconds(600)
    ) async throws(BrokerError) -> Outgoing {
        guard let count = body.count, count <= smallBody else { return try stream(body, patience: patience) }
        let first = try await body.next() ?? []
        guard first.count < count else {
            let file = try memoryFile(holding: first + (try await body.collect(upTo: smallBody)))
            return Outgoing(descriptor: file, pump: nil)
        }
        let beginning = Mutex<[UInt8]?>(first)
        return try stream(
            Body(count: count) { () async throws(BrokerError) in
                if let first = beginning.withLock({ $0.take() }) { return first }
                return try await body.next()
            }, patience: patience)
    }

    private static func stream(_ body: Body, patience: Duration?) throws(BrokerError) -> Outgoing {
        let (sender, receiver) = try SendingEnd.pair(patience: patience)
        return Outgoing(descriptor: receiver, pump: Task { await sender.pump(body) })
    }

    /// The body behind a descriptor: one that `send` made, a pipe or a file; `nil` for `/dev/null`.
    ///
    /// - Parameter failure: what the body throws where it was cut short.
    package static func receive(_ descriptor: Descriptor, failure: BrokerError) -> Body? {
        var status = stat()
        guard unsafe fstat(descriptor.rawValue, &status) == 0, !isNothing(status) else { return nil }
        let reader = BodyReader(descriptor: descriptor, count: remaining(of: descriptor, status), failure: failure)
        return Body(count: reader.count) { () throws(BrokerError) in try await reader.next() }
    }

    /// What stands for no body: `/dev/null`, for reading.
    package static func nothing() throws(BrokerError) -> Descriptor {
        let number = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw noDescriptor() }
        return Descriptor(owning: number)
    }

    /// `/dev/null` is the character device 1, 3 everywhere (Linux's devices.txt).
    private static func isNothing(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == 0x103
    }

    /// The bytes that are left of a file; `nil` for what has no length.
    private static func remaining(of descriptor: Descriptor, _ status: stat) -> Int? {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        let position = lseek(descriptor.rawValue, 0, SEEK_CUR)
        return position < 0 ? nil : max(0, Int(status.st_size) - Int(position))
    }

    /// A body as a file in memory, to be read from its beginning.
    package static func memoryFile(holding bytes: [UInt8]) throws(BrokerError) -> Descriptor {
        let number = unsafe acctstore_memory_file("acctstore-body")
        guard number >= 0 else { throw noDescriptor() }
        let file = Descriptor(owning: number)
        var written = 0
        while written < bytes.count {
            // The kernel reads no further than the array's end.
            let step = unsafe bytes.withUnsafeBytes {
                unsafe write(number, $0.baseAddress.map { unsafe $0 + written }, $0.count - written)
            }
            guard step > 0 else { throw noDescriptor() }
            written += step
        }
        lseek(number, 0, SEEK_SET)
        return file
    }

    static func noDescriptor() -> BrokerError {
        BrokerError(.failed, "the body cannot be handed over: \(SystemError.words(errno))")
    }
}
