import AccountModel
import Glibc

extension SignalWatch.Turn {
    /// Milliseconds between two looks at whose the terminal is.
    private static let pause: Int32 = 100

    /// Waits until the keys of a terminal are this process's again; false where something else is to be taken before that.
    ///
    /// To change a terminal's mode from the background stops a process, and a signal that is to end it would then wait until
    /// somebody brings it back.
    func waitForForeground(of terminal: Descriptor) -> Bool {
        while tcgetpgrp(terminal.rawValue) != getpgrp() {
            if isFollowed(within: Self.pause) { return false }
        }
        return true
    }
}
