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

    /// The place of one request, to be given back by ``end(_:)``.
    struct Turn: Hashable, Sendable {
        fileprivate let key: Key
        fileprivate let number: UInt64
    }

    private struct Line {
        var counted: Set<UInt64> = []
        /// In the order of their coming.
        var waiting: [(number: UInt64, admission: AsyncStream<Void>.Continuation)] = []
        var impatience: GLibTimer?
    }

    private struct State {
        var lines: [Key: Line] = [:]
        var last: UInt64 = 0
    }

    private static let atATime = 4
    private static let patience = Duration.milliseconds(50)
    private let thread: GLibThread
    private let state = Mutex(State())

    /// - Parameter thread: where it is noticed that requests take their time.
    init(thread: GLibThread) {
        self.thread = thread
    }

    /// Returns when the request may begin, or its task was cancelled.
    func begin(_ key: Key) async -> Turn {
        let (turn, admission) = enter(key)
        if let admission {
            for await _ in admission {}
        }
        return turn
    }

    func end(_ turn: Turn) {
        change(turn.key) { line in
            line.counted.remove(turn.number)
            line.waiting.removeAll { $0.number == turn.number }
        }
    }

    private func enter(_ key: Key) -> (Turn, AsyncStream<Void>?) {
        state.withLock { state in
            state.last += 1
            let turn = Turn(key: key, number: state.last)
            if state.lines[key, default: Line()].counted.count < Self.atATime {
                state.lines[key, default: Line()].counted.insert(turn.number)
                return (turn, nil)
            }
            let (stream, admission) = AsyncStream<Void>.makeStream()
            state.lines[key]?.waiting.append((turn.number, admission))
            if state.lines[key]?.impatience == nil {
                state.lines[key]?.impatience = GLibTimer(after: Self.patience, on: thread) { self.passOver(key) }
            }
            return (turn, stream)
        }
    }

    /// Stops counting those that have been at work since the last look.
    private func passOver(_ key: Key) {
        change(key) { line in
            line.counted = []
            line.impatience =
                line.waiting.count > Self.atATime
                ? GLibTimer(after: Self.patience, on: thread) { self.passOver(key) } : nil
        }
    }

    /// Makes a change after which others may begin.
    private func change(_ key: Key, _ change: (inout Line) -> Void) {
        let admissions = state.withLock { state in
            guard var line = state.lines[key] else { return [AsyncStream<Void>.Continuation]() }
            change(&line)
            let count = min(max(0, Self.atATime - line.counted.count), line.waiting.count)
            let admitted = line.waiting.prefix(count)
            line.waiting.removeFirst(count)
            line.counted.formUnion(admitted.map(\.number))
            state.lines[key] = line.counted.isEmpty && line.waiting.isEmpty ? nil : line
            return admitted.map(\.admission)
        }
        for admission in admissions { admission.finish() }
    }
}
