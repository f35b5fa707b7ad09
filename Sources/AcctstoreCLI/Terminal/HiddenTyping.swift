import AccountModel
import Glibc
import Synchronization
import SystemCalls

/// Keeps what is typed off the screen while somebody else reads it.
///
/// Whatever signal ends or stops this process meanwhile, the shell gets its terminal back with echo on: it is taken first, the
/// mode restored, and the signal then sent again with its usual effect, so that the shell sees the process end or stop by it;
/// SIGINT ends it with status 130. After a stop, also one that had no effect, echo goes off again and the prompt is shown once
/// more. In the background the modes are the shell's, and left alone.
final class HiddenTyping: Sendable {
    private let terminal: Descriptor
    private let state = Mutex(State())

    private struct State {
        /// The mode to go back to; `nil` while nothing was changed.
        var shownMode: termios?
        /// What is asked for; empty between two prompts.
        var prompt = ""
        var signals: SignalWatch?
    }

    init(on terminal: Descriptor) {
        self.terminal = terminal
    }

    /// Turns echo off. Throws `failed` where the terminal does not let that be done.
    func begin() throws(BrokerError) {
        let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
        let signals = try SignalWatch(ending + [SIGTSTP, SIGCONT]) { [self] signal, turn in
            switch signal {
            case SIGTSTP:
                show()
                turn.passOn()
                // Nobody could bring back the leader of a session, which is not stopped; and who ignores SIGCONT hears of none.
                hideAgain(turn)
            case SIGCONT:
                // Also after a stop that no process can see coming.
                hideAgain(turn)
            case SIGINT:
                leave()
                // Of a process that ends by SIGINT itself an interactive shell drops the rest of the command line, and
                // with it whatever wanted to look at the status.
                _exit(128 + SIGINT)
            default:
                leave()
                turn.passOn()
            }
        }
        state.withLock { $0.signals = signals }
        guard !hide() else { return }
        let words = SystemError.words(errno)
        end()
        throw BrokerError(.failed, "the terminal does not let its echo be turned off: \(words)")
    }

    /// Shows a prompt, and shows it once more after a stop.
    func ask(_ prompt: String) {
        state.withLock { $0.prompt = prompt }
        write(prompt)
    }

    /// Leaves the prompt's line: what comes next starts on one of its own.
    func leaveLine() {
        state.withLock { $0.prompt = "" }
        write("\n")
    }

    /// Restores the mode; signals have their usual effect again.
    func end() {
        let signals = state.withLock { state in
            let signals = state.signals
            // From here on no reaction hides again.
            state.signals = nil
            return signals
        }
        // The rest of a paste is no command for the shell, which would show and remember it.
        show(TCSAFLUSH)
        signals?.end()
    }

    private func hideAgain(_ turn: SignalWatch.Turn) {
        if turn.waitForForeground(of: terminal), isShown, hide() { write(state.withLock(\.prompt)) }
    }

    /// Whether echo is off now.
    private func hide() -> Bool {
        state.withLock { state in
            // A signal that came during `end` finds nothing to hide.
            guard state.signals != nil, let mode = currentMode else { return false }
            let kept = state.shownMode ?? mode
            var hidden = kept
            hidden.c_lflag &= ~tcflag_t(ECHO)
            // The line end is written when the typing is over, however it ended: what is said then starts a line.
            hidden.c_lflag &= ~tcflag_t(ECHONL)
            // What was typed before the prompt was shown on the screen: it is no secret, and not read as one.
            guard set(hidden, TCSAFLUSH) else { return false }
            state.shownMode = kept
            return true
        }
    }

    /// For a signal that ends the process.
    private func leave() {
        show()
        if isInForeground { write("\n") }
    }

    private func write(_ text: String) {
        try? DescriptorSink(terminal.rawValue).write(Array(text.utf8))
    }

    private func show(_ when: Int32 = TCSANOW) {
        state.withLock { state in
            guard let mode = state.shownMode else { return }
            // From the background it would stop the process, which is to end.
            if isInForeground { _ = set(mode, when) }
            state.shownMode = nil
        }
    }

    private var isInForeground: Bool { tcgetpgrp(terminal.rawValue) == getpgrp() }

    private var isShown: Bool {
        currentMode.map { $0.c_lflag & tcflag_t(ECHO) != 0 } ?? false
    }

    private var currentMode: termios? {
        var mode = termios()
        // SAFETY: tcgetattr fills the one termios that it is given.
        return unsafe tcgetattr(terminal.rawValue, &mode) == 0 ? mode : nil
    }

    private func set(_ mode: termios, _ when: Int32) -> Bool {
        var mode = mode
        // SAFETY: tcsetattr reads the one termios that it is given.
        return unsafe tcsetattr(terminal.rawValue, when, &mode) == 0
    }
}
