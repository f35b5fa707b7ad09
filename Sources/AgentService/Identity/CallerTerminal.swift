import AccountModel
import CShims
import Glibc

/// Whether, and where, the person at the caller's terminal may be asked.
struct CallerTerminal {
    /// The terminal that the caller passed, where it is the caller's own.
    let terminal: Descriptor?
    /// Why the person may not be asked; `nil` where that may be.
    let refusal: String?

    /// - Parameters:
    ///   - offered: what the caller passed as its terminal.
    ///   - interactive: whether the caller lets a question be asked.
    init(of caller: ProcessFacts, offered: Descriptor?, interactive: Bool) {
        terminal = offered.flatMap { CallerTerminal.isControlling($0, of: caller) ? $0 : nil }
        refusal =
            if !interactive {
                "it asked for no questions"
            } else if offered == nil {
                "it has no terminal"
            } else if terminal == nil {
                "the terminal that it passed is not its own"
            } else if !caller.isInForeground {
                "it does not run in the foreground of its terminal"
            } else {
                nil
            }
    }

    private static func isControlling(_ terminal: Descriptor, of caller: ProcessFacts) -> Bool {
        guard caller.terminal != 0 else { return false }
        var status = stat()
        // SAFETY: fstat(2) fills the structure it is given.
        guard unsafe fstat(terminal.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return false }
        // The device that the kernel gives for a pty is the same from both of its sides: a question written to the
        // other side would be typed at the caller. Only the caller's side has this number, or is `/dev/tty`.
        let node = UInt32(truncatingIfNeeded: status.st_rdev)
        guard node == caller.terminal || node == deviceOfDevTTY else { return false }
        return acctstore_terminal_device(terminal.rawValue) == caller.terminal
    }

    /// `/dev/tty` has a number of its own, 5:0, whichever terminal stands behind it (tty(4)).
    private static let deviceOfDevTTY: UInt32 = 5 << 8
}

extension ProcessFacts {
    /// Whether the person's keys reach this process: its group is the one in the foreground of its terminal.
    var isInForeground: Bool {
        terminal != 0 && group == foregroundGroup
    }
}
