internal import AccountModel
internal import GLibBridge
internal import Synchronization

/// The requests that are being worked on: by whom they were made, and how to stop them.
///
/// A request is entered on the GLib thread, in the order in which messages arrive, so the end of a connection finds
/// every request that came before it.
final class RequestBook: Sendable {
    struct Number: Hashable, Sendable {
        fileprivate let value: UInt64
    }

    private struct Entry {
        let request: BusRequest
        let isWrite: Bool
        var task: Task<Void, Never>?
        var isCancelled = false
        var isAnswered = false
        /// Whether the body of its answer is on its way.
        var isSending = false
    }

    private struct State {
        var entries: [Number: Entry] = [:]
        /// The requests that are not answered yet, by sender.
        var unanswered: [String: Int] = [:]
        /// The answered requests whose body is on its way, by sender: each holds descriptors, and its reader may not read.
        var sending: [String: Int] = [:]
        var last: UInt64 = 0
        /// Connections over which something was begun that waits for the person.
        var awaiting: Set<String> = []
        /// Programs that want to hear of changes.
        var watching: Set<String> = []
        var quietSince = ContinuousClock.now
        var isEnding = false
        var waiters: [AsyncStream<Void>.Continuation] = []

        var isQuiet: Bool { entries.isEmpty && awaiting.isEmpty }

        mutating func noteAnswered(_ number: Number, isSending: Bool) {
            guard let entry = entries[number], !entry.isAnswered else { return }
            entries[number]?.isAnswered = true
            entries[number]?.isSending = isSending
            unanswered.countDown(entry.request.sender)
            if isSending { sending[entry.request.sender, default: 0] += 1 }
        }

        mutating func end(_ number: Number) {
            noteAnswered(number, isSending: false)
            guard let entry = entries.removeValue(forKey: number), entry.isSending else { return }
            sending.countDown(entry.request.sender)
        }
    }

    /// More requests at a time than any program that means well makes, and more answers than it leaves unread.
    private static let limitForOneSender = 64
    private let state = Mutex(State())

    /// Enters a request. Throws `tryLater` where its sender has too many already.
    func begin(_ request: BusRequest, isWrite: Bool) throws(BrokerError) -> Number {
        try state.withLock { (state) throws(BrokerError) in
            guard state.unanswered[request.sender, default: 0] < RequestBook.limitForOneSender else {
                throw BrokerError(.tryLater, "too many requests of this program are being worked on")
            }
            guard state.sending[request.sender, default: 0] < RequestBook.limitForOneSender else {
                throw BrokerError(
                    .tryLater, "this program has not read the answers of too many requests",
                    nextStep: "read the body of each answer to its end, or close it")
            }
            state.unanswered[request.sender, default: 0] += 1
            state.last += 1
            let number = Number(value: state.last)
            state.entries[number] = Entry(request: request, isWrite: isWrite)
            return number
        }
    }

    /// Tells which task works on a request. It is cancelled at once where the request was, meanwhile.
    func attach(_ task: Task<Void, Never>, to number: Number) {
        let isCancelled = state.withLock { state in
            state.entries[number]?.task = task
            return state.entries[number]?.isCancelled ?? false
        }
        if isCancelled { task.cancel() }
    }

    /// Call it right before the answer: its sender may send the next request as soon as it has that.
    ///
    /// - Parameter isSending: whether the body of the answer is on its way, until the end of the request.
    func noteAnswered(_ number: Number, isSending: Bool) {
        state.withLock { $0.noteAnswered(number, isSending: isSending) }
    }

    func end(_ number: Number) {
        change { $0.end(number) }
    }

    /// Makes a change after which it may be quiet.
    private func change(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            state.quietSince = .now
            guard state.isQuiet else { return [AsyncStream<Void>.Continuation]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.finish() }
    }

    // MARK: Stopping

    func cancel(_ number: Number) {
        cancel { candidate, _ in candidate == number }
    }

    /// Stops what a connection that ended asked for.
    func cancelAll(of sender: String) {
        // In this order: what is cancelled waits for nobody from then on.
        cancel { $1.request.sender == sender }
        change { _ = $0.awaiting.remove(sender) }
    }

    /// Stops everything, because the agent ends.
    func cancelAll() {
        state.withLock { $0.isEnding = true }
        cancel { _, _ in true }
    }

    /// Answers what is still unanswered: nobody is to wait for an agent that ended.
    func refuseAll() {
        let entries = state.withLock { Array($0.entries.values) }
        for entry in entries {
            entry.request.fail(RequestBook.ending(isWrite: entry.isWrite))
        }
    }

    /// What to answer for an error of a request: another one where the agent itself is the cause.
    func answer(for error: BrokerError, isWrite: Bool) -> BrokerError {
        let isEnding = state.withLock { $0.isEnding }
        return isEnding && error.code == .cancelled ? RequestBook.ending(isWrite: isWrite) : error
    }

    private static func ending(isWrite: Bool) -> BrokerError {
        isWrite
            ? BrokerError(
                .outcomeUnknown, "the agent was ended during the request, which may have been done",
                nextStep: "look at the account before you send it again")
            : BrokerError(.unavailable, "the agent was ended during the request", nextStep: "try again")
    }

    private func cancel(where isMeant: (Number, Entry) -> Bool) {
        let tasks = state.withLock { state in
            var tasks: [Task<Void, Never>] = []
            for (number, entry) in state.entries where isMeant(number, entry) {
                state.entries[number]?.isCancelled = true
                if let task = entry.task { tasks.append(task) }
            }
            return tasks
        }
        for task in tasks { task.cancel() }
    }

    // MARK: Quiet

    /// Since when nothing has been worked on, no log-in waits and nobody wants to hear of changes; `nil` while something is.
    var quietSince: ContinuousClock.Instant? {
        state.withLock { $0.isQuiet && $0.watching.isEmpty ? $0.quietSince : nil }
    }

    /// Keeps the agent from being idle while a program wants to hear of changes. It does not keep it from ending otherwise.
    func setWatched(_ isWatched: Bool, by sender: String) {
        change { state in
            if isWatched {
                state.watching.insert(sender)
            } else {
                state.watching.remove(sender)
            }
        }
    }

    /// Keeps the agent from being idle while what a request began waits for the person, until its connection ends. A request
    /// that was cancelled began nothing: its connection may have ended before.
    func setAwaiting(_ isAwaiting: Bool, by number: Number) {
        change { state in
            guard let entry = state.entries[number] else { return }
            if !isAwaiting {
                state.awaiting.remove(entry.request.sender)
            } else if !entry.isCancelled {
                state.awaiting.insert(entry.request.sender)
            }
        }
    }

    /// Waits for no person any more.
    func forgetLogIns() {
        change { $0.awaiting = [] }
    }

    /// Returns once nothing is being worked on and no log-in waits, or the task was cancelled.
    func waitUntilQuiet() async {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let isQuiet = state.withLock { state in
            if !state.isQuiet { state.waiters.append(continuation) }
            return state.isQuiet
        }
        if isQuiet { return }
        for await _ in stream {}
    }
}

extension BusRequest {
    func fail(_ error: BrokerError) {
        fail(name: error.dbusName, message: error.dbusMessage)
    }
}

extension [String: Int] {
    /// Counts one less; nothing is kept of what has come to none.
    fileprivate mutating func countDown(_ name: String) {
        let count = self[name] ?? 0
        self[name] = count > 1 ? count - 1 : nil
    }
}
