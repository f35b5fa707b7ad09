import AccountModel
import Synchronization

/// Tells of changes in the store: of those that this process made, and of those that a look at the keychain shows after
/// it said that something had happened, whoever did it.
///
/// Changes that come close together are told together, each once, after a look: who then asks for the accounts sees
/// all of them. A picture that nobody was ever shown has no changes.
final class ChangeWatch: Sendable {
    private struct State {
        /// What those who are told of changes know.
        var known: [RecordSchema: [StoredRecord]] = [:]
        /// Made by this process, and not told yet.
        var pending: Set<StoreChange> = []
    }

    private let state = Mutex(State())
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let tell: @Sendable (StoreChange) -> Void

    /// How long changes are gathered.
    static let patience: Duration = .milliseconds(50)

    init(tell: @escaping @Sendable (StoreChange) -> Void) {
        (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.tell = tell
    }

    deinit { waker.finish() }

    /// A change of this process.
    func note(_ change: StoreChange) {
        state.withLock { _ = $0.pending.insert(change) }
        wake()
    }

    /// Something happened to the keychain.
    func wake() {
        waker.yield()
    }

    /// What a request was shown. Changes count from the first such picture on; whether this is the first of one of the
    /// schemas. Wake it where something may have happened since the picture was taken.
    func learn(_ records: [StoredRecord], of schemas: Set<RecordSchema>) -> Bool {
        state.withLock { state in
            let new = schemas.filter { state.known[$0] == nil }
            for schema in new { state.known[schema] = records.filter { $0.record.schema == schema } }
            return !new.isEmpty
        }
    }

    /// Works until the task is cancelled.
    func run(over keychain: any Keychain) async {
        for await _ in wakes {
            var pause = ChangeWatch.patience
            if knowsSome {
                try? await Task.sleep(for: pause)
                let start = ContinuousClock.now
                await look(at: keychain)
                // Many changes in many records are looked at in a part of the time alone.
                pause = max(pause, start.duration(to: .now) * 3)
            }
            let pending = state.withLock { state in
                defer { state.pending = [] }
                return state.pending
            }
            for change in pending { tell(change) }
            try? await Task.sleep(for: pause)
        }
    }

    private var knowsSome: Bool { state.withLock { !$0.known.isEmpty } }

    /// Compares what is there with what was known. A keychain that is not open shows nothing, or not all: then what
    /// was known stays, until it is.
    private func look(at keychain: any Keychain) async {
        let schemas = state.withLock { Set($0.known.keys) }
        if schemas.isEmpty { return }
        let glance = await keychain.glance(at: schemas)
        guard glance.status.state == .open else { return }
        state.withLock { state in
            let known = schemas.flatMap { state.known[$0] ?? [] }
            state.pending.formUnion(RecordChanges(from: known, to: glance.records).all)
            for schema in schemas { state.known[schema] = glance.records.filter { $0.record.schema == schema } }
        }
    }
}
