import AccountModel
import CShims
import Glibc
import SystemCalls

/// A pinentry program that runs, and the conversation with it.
///
/// It leads a session of its own, and is ended with all that it started: closing its input leaves a dialog standing.
final class PinentryProcess {
    /// How long it may take to end by itself, and after SIGTERM. It puts its terminal right meanwhile.
    private static let patience = Duration.milliseconds(1000)

    let conversation: Descriptor
    private let process: pid_t
    private var ending: Ending?

    enum Ending: Hashable {
        case exited
        case killed(signal: Int32)
    }

    /// - Parameters:
    ///   - environment: all of it.
    ///   - terminal: is descriptor 3 of the program.
    ///
    /// Throws the error number where it cannot be started.
    init(_ path: String, environment: [String: String], terminal: Descriptor?) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        // SAFETY: the array has the two elements that socketpair writes.
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemError(number: errno) }
        conversation = Descriptor(owning: ends[0])
        let other = Descriptor(owning: ends[1])
        let (arguments, variables) = (CStrings([path]), CStrings(environment.map { "\($0.key)=\($0.value)" }))
        var child: pid_t = 0
        // SAFETY: both arrays of C strings live until the call is over, and end with null.
        let error = withExtendedLifetime((arguments, variables, other)) {
            unsafe acctstore_spawn_dialog(
                path, arguments.pointers, variables.pointers, other.rawValue, terminal?.rawValue ?? -1, &child)
        }
        guard error == 0 else { throw SystemError(number: error) }
        process = child
    }

    deinit {
        end()
    }

    /// Ends it, whatever it shows; returns once it is gone. It has a second to put its terminal right before it is killed.
    ///
    /// - Parameter atOnce: whether it is to have no time to put its terminal right.
    @discardableResult
    func end(atOnce: Bool = false) -> Ending {
        if let ending { return ending }
        let final = ended(within: .zero) ?? (atOnce ? killed() : terminated())
        ending = final
        return final
    }

    /// Lets it end by itself, as it does once it was told good-bye.
    func waitForEnd() {
        if ending == nil { ending = ended(within: PinentryProcess.patience) }
        end()
    }

    private func terminated() -> Ending {
        kill(-process, SIGTERM)
        return ended(within: PinentryProcess.patience) ?? killed()
    }

    private func killed() -> Ending {
        kill(-process, SIGKILL)
        return ended(within: .seconds(60)) ?? .killed(signal: SIGKILL)
    }

    private func ended(within limit: Duration) -> Ending? {
        let end = ContinuousClock.now + limit
        while true {
            // SAFETY: all zeros is a signal's information, and waitid writes the one structure that it is given.
            var found = unsafe siginfo_t()
            let result = unsafe waitid(P_PID, id_t(process), &found, WEXITED | WNOWAIT | WNOHANG)
            // Somebody else's wait took it: it is gone, and its number may be another's by now.
            if result < 0 && errno != EINTR { return .exited }
            if result == 0, unsafe found.si_signo == SIGCHLD { return reaped() }
            if ContinuousClock.now >= end { return nil }
            usleep(10_000)
        }
    }

    /// Ends what it started and left behind, and only then lets its number go, which is that of the group too.
    private func reaped() -> Ending {
        kill(-process, SIGKILL)
        var status: Int32 = 0
        // SAFETY: waitpid writes the one number that it is given.
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? .exited : .killed(signal: signal)
    }
}
