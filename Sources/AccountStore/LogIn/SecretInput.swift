import AccountModel
import Dispatch
import Glibc
import SecretBytes
import Synchronization
import SystemCalls

/// Reads a secret from a descriptor that the front end passed, on a thread that may wait for the person.
///
/// A terminal is read only while the caller is in its foreground: what is typed while the caller is stopped, or has
/// ended, is meant for another program.
struct SecretInput: Sendable {
    var descriptor: Descriptor
    /// The program that passed it.
    var caller: Caller
    /// What is read, for messages: `the password`.
    var what: String
    /// The greatest number of bytes.
    var limit: Int
    /// Whether an end of what is typed, before anything was, is a no.
    var endDismisses = false
    /// Seconds within which it has to come where it is not typed; `nil` where it is waited for.
    var patience: Int?

    /// One secret: a line from a terminal, where it has to be ended by Return, else all there is. One final line end is dropped; any other control byte
    /// is refused, since what was piped is then not what was meant.
    func line() async throws(BrokerError) -> SharedSecret {
        let reader = reader(.refused)
        let isTerminal = isTerminal
        let secret = try await read { (input, cancel) throws(SecretReadError) in
            isTerminal
                ? try reader.readLine(from: input, cancel: cancel, needsEnd: true)
                : try reader.readAll(from: input, cancel: cancel)
        }
        try checkWhole(secret)
        return secret
    }

    /// The first line, wherever it comes from: what follows is left to the next reader.
    func firstLine() async throws(BrokerError) -> SharedSecret {
        let (reader, isTerminal) = (reader(.refused), isTerminal)
        return try await read { (input, cancel) throws(SecretReadError) in
            try reader.readLine(from: input, cancel: cancel, needsEnd: isTerminal)
        }
    }

    /// One line with whatever it holds, and nothing behind it.
    func anyLine() async throws(BrokerError) -> SharedSecret {
        let (reader, isTerminal) = (reader(.kept), isTerminal)
        return try await read { (input, cancel) throws(SecretReadError) in
            try reader.readLine(from: input, cancel: cancel, needsEnd: isTerminal)
        }
    }

    /// All there is, line breaks inside included.
    func text() async throws(BrokerError) -> SharedSecret {
        let reader = reader(.kept)
        let text = try await read { (input, cancel) throws(SecretReadError) in
            try reader.readAll(from: input, cancel: cancel)
        }
        try checkWhole(text)
        return text
    }

    var isTerminal: Bool { isatty(descriptor.rawValue) == 1 }

    /// Bytes that a terminal hands on of one line (termios, "Canonical and noncanonical mode"); it drops the others.
    private static let longestTypedLine = 4095

    /// Throws `inputRefused` where a line that was typed may have lost its end.
    func checkWhole(_ text: SharedSecret) throws(BrokerError) {
        guard isTerminal else { return }
        let longest = text.withSpan { bytes in
            var (longest, length) = (0, 0)
            for index in bytes.indices {
                length = bytes[index] == UInt8(ascii: "\n") ? 0 : length + 1
                longest = max(longest, length)
            }
            return longest
        }
        guard longest >= SecretInput.longestTypedLine else { return }
        throw BrokerError(
            .inputRefused,
            "\(what) was cut: a terminal hands on \(SecretInput.longestTypedLine) bytes of a line and drops the rest",
            nextStep: "give it from a file or a pipe")
    }

    /// Every byte, as it is.
    func bytes() async throws(BrokerError) -> SharedSecret {
        let reader = reader(.allKept)
        return try await read { (input, cancel) throws(SecretReadError) in
            try reader.readAll(from: input, cancel: cancel)
        }
    }

    private func reader(_ controlBytes: SecretReader.ControlBytes) -> SecretReader {
        SecretReader(
            limit: limit, controlBytes: controlBytes, patience: isTerminal ? nil : patience,
            mayRead: isTerminal ? mayRead : nil)
    }

    private var mayRead: @Sendable () -> Bool {
        let (descriptor, caller) = (descriptor, caller)
        return { !TerminalHold.isSet(on: descriptor) && caller.isInForeground() }
    }

    private func read(
        _ body: @escaping @Sendable (_ input: Int32, _ cancel: Int32) throws(SecretReadError) -> SecretBytes
    ) async throws(BrokerError) -> SharedSecret {
        // One that is at its own terminal may have been stopped since it asked, and comes back.
        guard !isTerminal || caller.terminal != nil || caller.isInForeground() else {
            throw BrokerError(
                .invalidArgument, "\(what) cannot be typed at a terminal that is not the program's own")
        }
        let (cancelled, cancel) = try CancelPipe.make()
        let descriptor = descriptor
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (done: CheckedContinuation<Result<SharedSecret, SecretReadError>, Never>) in
                DispatchQueue.global().async {
                    do throws(SecretReadError) {
                        let secret = SharedSecret(try body(descriptor.rawValue, cancelled.rawValue))
                        done.resume(returning: .success(secret))
                    } catch {
                        done.resume(returning: .failure(error))
                    }
                }
            }
        } onCancel: {
            cancel.close()
        }
        do throws(SecretReadError) {
            return try result.get()
        } catch {
            throw inStoreTerms(error)
        }
    }

    private func inStoreTerms(_ error: SecretReadError) -> BrokerError {
        switch error {
        case .cancelled: BrokerError(.cancelled, "\(what) was not waited for any longer")
        case .endOfFile where endDismisses && isTerminal:
            BrokerError(.cancelled, "the question for \(what) was dismissed")
        case .endOfFile where isTerminal:
            BrokerError(.inputRefused, "\(what) is missing: what was typed was not ended by Return")
        case .endOfFile: BrokerError(.inputRefused, "\(what) is missing: the input ended at once")
        case .tooLate(let seconds):
            BrokerError(
                .inputRefused, "\(what) was not there within \(seconds) seconds",
                nextStep: "write it, and then close the other end")
        case .tooLong(let limit): BrokerError(.inputRefused, "\(what) is longer than \(limit) bytes")
        case .controlByte(let offset):
            BrokerError(
                .inputRefused,
                "\(what) has a control character at byte \(offset + 1); only one line end, at its end, is dropped")
        case .system(let number): BrokerError(.fileError, "\(what) could not be read: \(SystemError.words(number))")
        }
    }
}

/// Two ends that nothing is written to: the reading end tells when the writing end is closed. A pair of sockets and
/// no pipe, since only that is made in one step with close-on-exec.
private final class CancelPipe: Sendable {
    private let writingEnd: Mutex<Descriptor?>

    private init(_ writingEnd: Descriptor) {
        self.writingEnd = Mutex(writingEnd)
    }

    static func make() throws(BrokerError) -> (readingEnd: Descriptor, CancelPipe) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        // SAFETY: the array has the two elements that socketpair writes.
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw BrokerError(.failed, "there are too many open files")
        }
        return (Descriptor(owning: ends[0]), CancelPipe(Descriptor(owning: ends[1])))
    }

    func close() {
        writingEnd.withLock { $0 = nil }
    }
}
