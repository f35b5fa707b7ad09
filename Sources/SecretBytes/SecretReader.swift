import Glibc

/// Reads a secret from a descriptor straight into ``SecretBytes``: no buffer of the library sees it.
///
/// The descriptor is neither closed nor changed; turning a terminal's echo off is the caller's part.
public struct SecretReader: Sendable {
    /// What to do about bytes below 0x20 and 0x7F, the final line break apart.
    public enum ControlBytes: Sendable {
        /// Throws ``SecretReadError/controlByte(at:)``: for passwords, keys and PINs.
        case refused
        /// Keeps them: for a text that has its own grammar, such as JSON over several lines or a PEM key.
        case kept
        /// Keeps the final line break too: for bytes that are no text.
        case allKept
    }

    /// The greatest number of bytes that a secret may have, its final line break not counted.
    public let limit: Int
    /// What to do about control bytes.
    public let controlBytes: ControlBytes
    private let patience: Int?
    private let mayRead: (@Sendable () -> Bool)?

    /// - Parameters:
    ///   - patience: seconds within which all of it has to be there; `nil` where it is waited for however long it takes.
    ///   - mayRead: asked before each read, and fifty times a second while there is nothing to read. While it says
    ///     no, nothing is taken: for a terminal whose keys belong to another program at times. Such a terminal is best
    ///     open without blocking (`O_NONBLOCK`): what is there when it is asked may be gone before it is read.
    public init(
        limit: Int, controlBytes: ControlBytes = .refused, patience: Int? = nil,
        mayRead: (@Sendable () -> Bool)? = nil
    ) {
        self.limit = limit
        self.patience = patience
        self.controlBytes = controlBytes
        self.mayRead = mayRead
    }

    /// Reads up to the first LF or the end, and nothing behind it: what follows is left to the next reader.
    ///
    /// The LF or CRLF is dropped; an empty line is an empty secret.
    /// - Parameters:
    ///   - cancel: a second descriptor; once it is readable or its other end closed, the read is abandoned.
    ///   - needsEnd: whether a line that the input's end breaks off is none, and ``SecretReadError/endOfFile`` thrown: for what is
    ///     typed.
    public func readLine(
        from descriptor: Int32, cancel: Int32? = nil, needsEnd: Bool = false
    ) throws(SecretReadError) -> SecretBytes {
        try read(from: descriptor, cancel: cancel, step: 1, needsEnd: needsEnd) { $0 == UInt8(ascii: "\n") }
    }

    /// Reads to the end of the input; one final LF or CRLF is dropped.
    /// - Parameter cancel: a second descriptor; once it is readable or its other end closed, the read is abandoned.
    public func readAll(from descriptor: Int32, cancel: Int32? = nil) throws(SecretReadError) -> SecretBytes {
        try read(from: descriptor, cancel: cancel, step: 1024) { _ in false }
    }

    private func read(
        from descriptor: Int32, cancel: Int32?, step: Int, needsEnd: Bool = false, until isEnd: (UInt8) -> Bool
    ) throws(SecretReadError) -> SecretBytes {
        let longest = limit + 2  // A secret of full length and its CRLF.
        var secret = SecretBytes(capacity: min(longest + 1, 4096))
        let deadline = patience.map { ContinuousClock.now + .seconds($0) }
        while !isEnd(secret.last ?? 0) {
            try waitForInput(descriptor, cancel: cancel, until: deadline)
            // SAFETY: `readOnce` writes inside the room it is given.
            let number = try unsafe secret.append(atMost: min(step, longest + 1 - secret.count)) {
                (room) throws(SecretReadError) in try unsafe readOnce(descriptor, into: room)
            }
            guard let number else { continue }
            if number == 0, needsEnd { throw .endOfFile }
            if number == 0 { break }
            if secret.count > longest { throw .tooLong(limit: limit) }
        }
        if secret.isEmpty { throw .endOfFile }
        if controlBytes != .allKept { secret.dropLineBreak() }
        if secret.count > limit { throw .tooLong(limit: limit) }
        if controlBytes == .refused, let place = secret.firstControlByte { throw .controlByte(at: place) }
        return secret
    }

    /// Returns once there are bytes or the end to read, and they may be taken.
    private func waitForInput(
        _ descriptor: Int32, cancel: Int32?, until deadline: ContinuousClock.Instant?
    ) throws(SecretReadError) {
        while true {
            if let deadline, deadline <= .now { throw .tooLate(seconds: patience ?? 0) }
            // poll(2) passes over negative descriptors.
            var watched = [
                pollfd(fd: cancel ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: mayRead?() ?? true ? descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            // SAFETY: the pointer is to the array, whose length is given.
            let count = unsafe poll(&watched, nfds_t(watched.count), isPatient ? -1 : SecretReader.step)
            if count < 0 && errno != EINTR { throw .system(errno: errno) }
            if count <= 0 { continue }
            if watched[0].revents != 0 { throw .cancelled }
            if watched[1].revents & Int16(POLLNVAL) != 0 { throw .system(errno: EBADF) }
            guard let mayRead else { return }
            // Ctrl-C drops what was typed: a read would wait for what is typed next, which is another program's.
            if mayRead(), hasInput(descriptor) { return }
        }
    }

    private func hasInput(_ descriptor: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // SAFETY: the pointer is to one entry, as its count says.
        return unsafe poll(&watched, 1, 0) > 0
    }

    /// Whether there is nothing to look at but the input.
    private var isPatient: Bool { mayRead == nil && patience == nil }

    /// Milliseconds between two looks at whether bytes may be taken.
    private static let step: Int32 = 20
}

/// The number of bytes read, 0 at the end, or nil when there was nothing to read after all.
private func readOnce(
    _ descriptor: Int32, into room: UnsafeMutableRawBufferPointer
) throws(SecretReadError) -> Int? {
    // SAFETY: the kernel writes at most `room.count` bytes to `room`.
    let number = unsafe Glibc.read(descriptor, room.baseAddress, room.count)
    if number >= 0 { return number }
    if errno == EINTR || errno == EAGAIN { return nil }
    throw .system(errno: errno)
}

extension SecretBytes {
    fileprivate var last: UInt8? {
        withSpan { $0.isEmpty ? nil : $0[$0.count - 1] }
    }

    fileprivate mutating func dropLineBreak() {
        guard last == UInt8(ascii: "\n") else { return }
        removeLast()
        if last == UInt8(ascii: "\r") { removeLast() }
    }

    fileprivate var firstControlByte: Int? {
        withSpan { bytes in bytes.indices.first { bytes[$0] < 0x20 || bytes[$0] == 0x7F } }
    }
}
