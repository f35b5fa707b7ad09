internal import Synchronization

/// Where in a file the troubles are that its reading met.
final class FaultPlaces: Sendable {
    struct Place: Hashable, Sendable {
        let group: String
        let key: String
    }

    private let state = Mutex<Place?>(nil)

    /// The latest.
    var last: Place? { state.withLock(\.self) }

    func note(_ key: String, in group: String) {
        state.withLock { $0 = Place(group: group, key: key) }
    }
}
