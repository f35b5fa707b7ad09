internal import AccountModel
internal import Dispatch
internal import Synchronization

/// The end of a call, for the one thread that waits for it: whichever comes first of the answer, the time-out and the
/// cancellation.
final class Outcome<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, BrokerError>?>(nil)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Ends the call, unless it has ended.
    func end(_ new: Result<Value, BrokerError>) {
        let isFirst = result.withLock { result in
            guard result == nil else { return false }
            result = new
            return true
        }
        if isFirst { hasEnded.signal() }
    }

    /// Blocks until the call has ended.
    ///
    /// - Parameters:
    ///   - limit: how long at most; nil for as long as it takes.
    ///   - late: the end of a call that took longer.
    func wait(atMost limit: Duration?, else late: BrokerError) throws(BrokerError) -> Value {
        let deadline = limit.map { DispatchTime.now() + .milliseconds(Int($0 / .milliseconds(1))) }
        if hasEnded.wait(timeout: deadline ?? .distantFuture) == .timedOut { end(.failure(late)) }
        guard let ended = result.withLock(\.self) else { throw late }
        return try ended.get()
    }
}
