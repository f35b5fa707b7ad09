import AccountModel
import Glibc
import Synchronization

/// Keeps what is typed off the screen while somebody else reads it.
///
/// Whatever ends or stops this process meanwhile, the shell gets its terminal back with echo on: a signal is taken
/// first, the mode restored, and the signal then sent again with its usual effect, so that the shell sees the process
/// end or stop by it; SIGINT ends it with status 130. After a stop echo goes off again and the prompt is shown once more.
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

    /// Turns echo off.
    func begin() throws(BrokerError) {
        let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
        let signals = try SignalWatch(ending + [SIGTSTP, SIGCONT]) { [self] signal, turn in
            switch signal {
            case SIGTSTP:
                show()
                // That the process goes on is told by a signal of its own.
                turn.passOn()
            case SIGCONT:
                // Also after a stop that no process can see coming.
                if turn.waitForForeground(of: terminal), isShown { hide() }
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
        hide()
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
        show()
        signals?.end()
    }

    private func hide() {
        state.withLock { state in
            // A signal that came during `end` finds nothing to hide.
            guard state.signals != nil, let mode = currentMode else { return }
            let kept = state.shownMode ?? mode
            var hidden = kept
            hidden.c_lflag &= ~tcflag_t(ECHO)
            // The line end is written when the typing is over, however it ended: what is said then starts a line.
            hidden.c_lflag &= ~tcflag_t(ECHONL)
            // What was typed before the prompt was shown on the screen: it is no secret, and not read as one.
            guard set(hidden, TCSAFLUSH) else { return }
            state.shownMode = kept
        }
        write(state.withLock(\.prompt))
    }

    /// For a signal that ends the process.
    private func leave() {
        show()
        write("\n")
    }

    private func write(_ text: String) {
        try? DescriptorSink(terminal.rawValue).write(Array(text.utf8))
    }

    private func show() {
        state.withLock { state in
            guard let mode = state.shownMode else { return }
            _ = set(mode, TCSANOW)
            state.shownMode = nil
        }
    }

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
