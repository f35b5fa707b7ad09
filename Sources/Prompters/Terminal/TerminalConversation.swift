import AccountModel
import AccountStore
import Glibc

/// Puts one question on a terminal and reads one line, on the thread that it is called on.
///
/// The terminal's modes are left alone, so that there is nothing to put back however this ends.
struct TerminalConversation: Sendable {
    /// An answer is one of a few short words; a longer line is none.
    private static let longestAnswer = 64
    /// How soon a question is withdrawn that is no longer wanted.
    private static let step: Int32 = 100

    let terminal: Descriptor
    let end: ContinuousClock.Instant
    /// Whether an answer would still be the caller's.
    let isWanted: @Sendable () -> Bool

    func ask(_ question: AccessQuestion) -> Result<AccessAnswer, PrompterError> {
        guard isWanted() else { return .success(.unanswered) }
        let isHidden = hidesTyping
        let text = (isHidden ? "\n" : "") + TypedQuestion.text(of: question)
        // What was typed before the question was not an answer to it.
        guard tcflush(terminal.rawValue, TCIFLUSH) == 0, write(text) else {
            return isPending ? .failure(PrompterError("its terminal cannot be used")) : .success(.unanswered)
        }
        guard let line = readLine() else {
            // Whoever has the terminal now may have shown a prompt of its own.
            if isWanted() { leaveLine() }
            return .success(.unanswered)
        }
        let answer = TypedQuestion.answer(line, to: question, isHidden: isHidden)
        if isHidden {
            let goesOn = [.success(.always), .success(.once)].contains(answer)
            _ = write(goesOn ? "\nNow what was asked for before this: " : "\n")
        }
        return answer
    }

    /// Whether the caller asks for a secret on the terminal already, behind whose prompt the question then comes.
    private var hidesTyping: Bool {
        var modes = termios()
        // SAFETY: tcgetattr fills the structure that it is given.
        return unsafe tcgetattr(terminal.rawValue, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO) == 0
    }

    /// `nil` at the end of input, after too long a silence, and once the question is not wanted any more.
    private func readLine() -> String? {
        var line: [UInt8] = []
        while wait(for: POLLIN) {
            var byte: UInt8 = 0
            // SAFETY: one byte is read into one byte. What follows the line is left for the caller's shell.
            let count = unsafe read(terminal.rawValue, &byte, 1)
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            if count <= 0 { return nil }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return String(decoding: line, as: UTF8.self) }
            if line.count <= TerminalConversation.longestAnswer { line.append(byte) }
        }
        return nil
    }

    private func write(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // A terminal that was stopped takes nothing: waiting for it is bounded as reading is.
            guard wait(for: POLLOUT) else { return false }
            // SAFETY: the slice is as long as its count.
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.write(terminal.rawValue, bytes.baseAddress, bytes.count)
            }
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Moves the cursor from behind a question without an answer, where the terminal takes that at once.
    private func leaveLine() {
        var watched = pollfd(fd: terminal.rawValue, events: Int16(POLLOUT), revents: 0)
        var lineFeed = UInt8(ascii: "\n")
        // SAFETY: one entry and one byte, as the counts say.
        if unsafe poll(&watched, 1, 0) > 0 { _ = unsafe Glibc.write(terminal.rawValue, &lineFeed, 1) }
    }

    private var isPending: Bool {
        isWanted() && ContinuousClock.now < end
    }

    /// True once the terminal is ready, or at its end: the call that follows tells which.
    private func wait(for event: Int32) -> Bool {
        while isPending {
            guard isReady(for: event, within: TerminalConversation.step) else { continue }
            // What was typed after the caller ended is its shell's, and not to be read; what was typed before it may be gone.
            if isPending, isReady(for: event, within: 0) { return true }
        }
        return false
    }

    /// - Parameter patience: in milliseconds.
    private func isReady(for event: Int32, within patience: Int32) -> Bool {
        var watched = pollfd(fd: terminal.rawValue, events: Int16(event), revents: 0)
        // SAFETY: the pointer is to one entry, as its count says.
        return unsafe poll(&watched, 1, patience) > 0
    }
}
