internal import Glibc

/// Holds back whoever was lent a terminal, until there is a whole line for it to read.
///
/// Both sides have one open file, and with it one set of status flags (fcntl(2)). `O_APPEND`, which means nothing at a terminal, says
/// that it is not to be read yet: else a reader could take what is typed to the shell, after a key that ended the lender.
package enum TerminalHold {
    /// Says so, or that the terminal may be read.
    package static func set(_ isHeld: Bool, on terminal: Descriptor) {
        let flags = fcntl(terminal.rawValue, F_GETFL)
        guard flags >= 0 else { return }
        _ = fcntl(terminal.rawValue, F_SETFL, isHeld ? flags | O_APPEND : flags & ~O_APPEND)
    }

    /// Whether it is not to be read yet.
    package static func isSet(on terminal: Descriptor) -> Bool {
        let flags = fcntl(terminal.rawValue, F_GETFL)
        return flags >= 0 && flags & O_APPEND != 0
    }
}
