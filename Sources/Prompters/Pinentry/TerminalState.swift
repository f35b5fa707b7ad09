import AccountModel
import Glibc

/// How a terminal was before a dialog took it, to be put back however the dialog ends.
struct TerminalState {
    private let terminal: Descriptor
    private let type: String?
    private let modes: termios
    /// Those that the dialog set, as they were seen last.
    private var dialogModes: termios?

    /// `nil` where the terminal is gone.
    init?(of terminal: Descriptor, type: String?) {
        guard let modes = TerminalState.modes(of: terminal) else { return nil }
        self.terminal = terminal
        self.type = type
        self.modes = modes
    }

    /// Sees which modes the dialog has set. Only while it stands and nobody else has the terminal.
    mutating func noteDialog() {
        dialogModes = TerminalState.modes(of: terminal)
    }

    /// - Parameters:
    ///   - wasInterrupted: whether the dialog had no time to leave the screen by itself.
    ///   - isTaken: whether a shell has the terminal by now: then what is typed is the shell's, and so are the modes unless they
    ///     are the dialog's still. A shell puts them right after a program that was killed, and takes them over from one that
    ///     ended by itself.
    func restore(wasInterrupted: Bool, isTaken: () -> Bool) {
        if wasInterrupted {
            let isTaken = isTaken()
            // What was typed for a dialog is not for the program that comes after it.
            if !isTaken { tcflush(terminal.rawValue, TCIFLUSH) }
            leaveScreen(ofShell: isTaken)
        }
        if isTaken(), !isAsTheDialogLeftIt { return }
        var modes = modes
        // SAFETY: the structure is whole.
        _ = unsafe tcsetattr(terminal.rawValue, TCSANOW, &modes)
    }

    private var isAsTheDialogLeftIt: Bool {
        guard let dialogModes, let now = TerminalState.modes(of: terminal) else { return false }
        return now.flags == dialogModes.flags
    }

    private static func modes(of terminal: Descriptor) -> termios? {
        var modes = termios()
        // SAFETY: tcgetattr fills the structure that it is given.
        return unsafe tcgetattr(terminal.rawValue, &modes) == 0 ? modes : nil
    }

    /// Back from the second screen with a visible cursor and plain letters, for terminals that have one (xterm's control
    /// sequences, which the others here follow).
    ///
    /// - Parameter isOfShell: whether a shell may have set the keypad's modes for itself.
    private func leaveScreen(ofShell isOfShell: Bool) {
        let families = ["xterm", "screen", "tmux", "rxvt", "vte", "konsole", "alacritty", "foot", "kitty", "gnome"]
        guard let type, families.contains(where: type.hasPrefix) else { return }
        let keypad = isOfShell ? "" : "\u{1B}[?1l\u{1B}>"
        let bytes = Array("\u{1B}[?1049l\u{1B}[?25h\(keypad)\u{1B}(B\u{1B}[m\r".utf8)
        // SAFETY: the bytes are lent for the call, with their own count. A terminal that takes nothing is left alone.
        _ = unsafe bytes.withUnsafeBytes { unsafe write(terminal.rawValue, $0.baseAddress, $0.count) }
    }
}

extension termios {
    /// What tells two modes apart that a dialog or a shell sets.
    fileprivate var flags: [tcflag_t] { [c_iflag, c_oflag, c_cflag, c_lflag] }
}
