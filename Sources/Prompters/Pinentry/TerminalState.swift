import AccountModel
import Glibc

/// How a terminal was before a dialog took it, to be put back however the dialog ends.
struct TerminalState {
    private let terminal: Descriptor
    private let type: String?
    private let modes: termios

    /// `nil` where the terminal is gone.
    init?(of terminal: Descriptor, type: String?) {
        var modes = termios()
        // SAFETY: tcgetattr fills the structure that it is given.
        guard unsafe tcgetattr(terminal.rawValue, &modes) == 0 else { return nil }
        self.terminal = terminal
        self.type = type
        self.modes = modes
    }

    /// - Parameters:
    ///   - wasInterrupted: whether the dialog had no time to leave the screen by itself.
    ///   - isTaken: whether a shell has the terminal by now: then the modes and what is typed are the shell's.
    func restore(wasInterrupted: Bool, isTaken: Bool) {
        if wasInterrupted {
            // What was typed for a dialog is not for the program that comes after it.
            if !isTaken { tcflush(terminal.rawValue, TCIFLUSH) }
            leaveScreen()
        }
        if isTaken { return }
        var modes = modes
        // SAFETY: the structure is whole.
        _ = unsafe tcsetattr(terminal.rawValue, TCSANOW, &modes)
    }

    /// Back from the second screen with a visible cursor and plain letters, for terminals that have one (xterm's control
    /// sequences, which the others here follow).
    private func leaveScreen() {
        let families = ["xterm", "screen", "tmux", "rxvt", "vte", "konsole", "alacritty", "foot", "kitty", "gnome"]
        guard let type, families.contains(where: type.hasPrefix) else { return }
        let bytes = Array("\u{1B}[?1049l\u{1B}[?25h\u{1B}[?1l\u{1B}>\u{1B}(B\u{1B}[m\r".utf8)
        // SAFETY: the bytes are lent for the call, with their own count. A terminal that takes nothing is left alone.
        _ = unsafe bytes.withUnsafeBytes { unsafe write(terminal.rawValue, $0.baseAddress, $0.count) }
    }
}
