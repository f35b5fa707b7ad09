import AccountModel
import FoundationEssentials
import Synchronization

/// Log-ins that wait for the person, each bound to the program that began it.
final class LogInTable: Sendable {
    private struct Entry: Sendable {
        var instance: Caller.Instance
        var expires: Date
    }

    /// Seconds that a log-in waits for an answer.
    static let patience: Double = 600

    private let entries = Mutex<[LogInHandle: Entry]>([:])

    func forget(_ instance: Caller.Instance) {
        entries.withLock { entries in entries = entries.filter { $0.value.instance != instance } }
    }
}
