internal import AccountStore
internal import Synchronization

/// Records of gnome-keyring as they were read, for as long as they are certainly still so.
///
/// gnome-keyring (42.1) looks through all of its items for each property of one: of a thousand accounts, all would be read
/// anew for each change of one, in a million steps. After a change under our lock, what the keyring told nothing of is as
/// it was; after any other trace of a change nothing is known any more. Other keyrings do not tell of all changes, and
/// need no more steps for an item than it has.
final class KnownRecords: Sendable {
    /// When something was asked: before or after which news.
    struct Moment: Sendable {
        fileprivate let news: UInt64
        /// Whether something had happened by then that the keyring told nothing of, and may not know of itself.
        let followsSilence: Bool
    }

    private struct State {
        /// What a change leaves behind, as it was when the records were read.
        var trace: KeychainMark?
        /// Whether a change of ours is under way, which leaves its own traces.
        var isChanging = false
        /// Whether the keyring tells of every change of a record; nil while that is not known.
        var tellsAll: Bool?
        var news: UInt64 = 0
        /// The news that made nothing known any more.
        var forgotten: UInt64 = 0
        /// The latest news of each path that there was any of since then.
        var touched: [String: UInt64] = [:]
        var records: [String: StoredRecord] = [:]

        /// Whether the trace is the same as before.
        @discardableResult
        mutating func check(_ trace: KeychainMark?) -> Bool {
            defer { self.trace = trace }
            if let trace, trace == self.trace { return true }
            forgetAll()
            return false
        }

        mutating func forgetAll() {
            news += 1
            forgotten = news
            touched = [:]
            records = [:]
            tellsAll = nil
        }
    }

    private let state = Mutex(State())

    func note(_ news: KeychainNews) {
        state.withLock { state in
            switch news {
            case .everything: state.forgetAll()
            case .record(let reference):
                state.news += 1
                state.touched[reference.description] = state.news
                state.records[reference.description] = nil
            }
        }
    }

    /// Begins a look. Where something happened that nobody told of, nothing is known from here on.
    ///
    /// - Parameter trace: what changes leave behind, as it is now; nil where that is not known.
    func begin(_ trace: KeychainMark?) -> Moment {
        state.withLock { state in
            let tellsAll = state.tellsAll == true
            let isSilent = !state.isChanging && !state.check(trace)
            return Moment(news: state.news, followsSilence: tellsAll && isSilent)
        }
    }

    /// Those of some paths that are known.
    func records(at paths: [String]) -> [String: StoredRecord] {
        state.withLock { state in
            var found: [String: StoredRecord] = [:]
            for path in paths { found[path] = state.records[path] }
            return found
        }
    }

    /// Keeps what was read, but for records that there was news of since it was asked for.
    func keep(_ records: [String: StoredRecord], readSince moment: Moment) {
        state.withLock { state in
            guard state.tellsAll == true, state.trace != nil, state.forgotten <= moment.news else { return }
            for (path, record) in records where state.touched[path, default: 0] <= moment.news {
                state.records[path] = record
            }
        }
    }

    // MARK: Whether the keyring tells

    var tellsAll: Bool? { state.withLock(\.tellsAll) }

    func note(tellsAll: Bool, since moment: Moment) {
        state.withLock { if $0.forgotten <= moment.news { $0.tellsAll = tellsAll } }
    }

    // MARK: Changes under our lock

    func beginChange(_ trace: KeychainMark?) {
        state.withLock { state in
            state.check(trace)
            state.isChanging = true
        }
    }

    /// - Parameter trace: with what the change itself left behind.
    func endChange(_ trace: KeychainMark?) {
        state.withLock { state in
            state.isChanging = false
            if trace == nil { state.forgetAll() }
            state.trace = trace
        }
    }
}
