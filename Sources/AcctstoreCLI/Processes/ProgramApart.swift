import CShims
import Dispatch
import Glibc
import SystemCalls

/// Starts programs that go on by themselves.
package enum ProgramApart {
    /// Starts a program in a session of its own, with `/dev/null` as its three streams and no other descriptor of ours:
    /// neither the keys of this terminal nor the end of this process reach it, and it writes over no screen. No shell
    /// reads any of the words.
    ///
    /// - Parameter command: the program's path and its arguments.
    /// - Returns: whether it was started.
    package static func start(_ command: [String]) -> Bool {
        guard let program = command.first else { return false }
        let arguments = CStrings(command)
        var child: pid_t = 0
        // SAFETY: the strings live at least until the call has returned, and nothing changes the environment.
        let error = withExtendedLifetime(arguments) {
            unsafe acctstore_spawn_apart(program, arguments.pointers, environ, &child)
        }
        guard error == 0 else { return false }
        let started = child
        // It stays our child: its end must not leave a zombie behind for as long as we run.
        DispatchQueue(label: "reaper").async { waitpid(started, nil, 0) }
        return true
    }
}
