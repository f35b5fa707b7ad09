internal import AccountModel
internal import AccountStore
internal import GLibBridge
internal import Synchronization

/// Who works when: of each program a few requests at a time, whatever number it makes and over however many
/// connections, so that one program's flood is no other's wait.
///
/// Nothing is refused here. A request that takes its time mostly waits for the person or a service and costs nothing
/// meanwhile: after a while it no longer counts, and the next one of its program begins.
final class ProgramTurns: Sendable {
    /// What counts as one program.
    enum Key: Hashable, Sendable {
        case program(ProgramIdentity)
        /// Those without a name of their own are told apart by what runs.
        case instance(Caller.Instance)

        init(_ caller: Caller) {
            self = caller.program.canBeRemembered ? .program(caller.program) : .instance(caller.instance)
        }
    }

    /// The place of one request.
    private struct Turn {
        let key: Key
        let number: UInt64
    }

    /// The requests of one program.
    private struct Line {
        var counted: Set<UInt64> = []
        /// Those that were counted at the last look for such as take their time.
        var seen: Set<UInt64> = []
        var waiting: [UInt64: AsyncStream<Void>.Continuation] = [:]
        var impatience: GLibTimer?
        /// Those that ever waited, in the order of their coming; from `next` on some may wait still.
        private var order: [UInt64] = []
        private var next = 0

        mutating func append(_ number: UInt64, _ admission: AsyncStream<Void>.Continuation) {
            waiting[number] = admission
            order.append(number)
        }

        /// Counts the next one that waits, and takes it out.
        mutating func admit() -> AsyncStream<Void>.Continuation? {
            while next < order.count {
                let number = order[next]
                next += 1
                guard let admission = waiting.removeValue(forKey: number) else { continue }
                counted.insert(number)
                if next > 64, next > order.count / 2 {
                    order.removeFirst(next)
                    next = 0
                }
                return admission
            }
            return nil
        }
    }

    private struct State {
        var lines: [Key: Line] = [:]
        var last: UInt64 = 0
    }

    private static let atATime = 4
    private static let patience = Duration.milliseconds(100)
    private let thread: GLibThread
    private let state = Mutex(State())

    /// - Parameter thread: where it is noticed that requests take their time.
    init(thread: GLibThread) {
        self.thread = thread
    }

    /// Does the work of a request when it is its turn.
    ///
    /// Throws what `body` throws, and `cancelled` where the task was, before the turn came.
    func take<Result: Sendable>(
        _ key: Key, _ body: () async throws(BrokerError) -> Result
    ) async throws(BrokerError) -> Result {
        let (turn, admission) = enter(key)
        defer { end(turn) }
        if let admission {
            for await _ in admission {}
            if Task.isCancelled { throw BrokerError(.cancelled, "the request was given up before its turn") }
        }
        return try await body()
    }

    private func end(_ turn: Turn) {
        change(turn.key) { line in
            line.counted.remove(turn.number)
            line.waiting[turn.number] = nil
        }
    }

    private func enter(_ key: Key) -> (Turn, AsyncStream<Void>?) {
        state.withLock { state in
            state.last += 1
            let turn = Turn(key: key, number: state.last)
            // Taken out, so that it is changed where it is and not copied.
            var line = state.lines.removeValue(forKey: key) ?? Line()
            defer { state.lines[key] = line }
            guard line.counted.count >= Self.atATime else {
                line.counted.insert(turn.number)
                return (turn, nil)
            }
            let (stream, admission) = AsyncStream<Void>.makeStream()
            line.append(turn.number, admission)
            if line.impatience == nil {
                line.seen = line.counted
                line.impatience = GLibTimer(after: Self.patience, on: thread) { self.passOver(key) }
            }
            return (turn, stream)
        }
    }

    /// Stops counting those that have been at work since the last look.
    private func passOver(_ key: Key) {
        change(key) { line in
            line.counted.subtract(line.seen)
            line.seen = line.counted
            line.impatience =
                line.waiting.isEmpty ? nil : GLibTimer(after: Self.patience, on: thread) { self.passOver(key) }
        }
    }

    /// Makes a change after which others may begin.
    private func change(_ key: Key, _ change: (inout Line) -> Void) {
        let admissions = state.withLock { state in
            guard var line = state.lines.removeValue(forKey: key) else { return [AsyncStream<Void>.Continuation]() }
            change(&line)
            var admitted: [AsyncStream<Void>.Continuation] = []
            while line.counted.count < Self.atATime, let admission = line.admit() { admitted.append(admission) }
            if !line.counted.isEmpty || !line.waiting.isEmpty { state.lines[key] = line }
            return admitted
        }
        for admission in admissions { admission.finish() }
    }
}
