internal import Glibc
internal import Synchronization

/// A file descriptor that came over the bus: closed when nobody holds it any more, unless somebody took it.
package final class OwnedDescriptor: Sendable {
    private let state: Mutex<Int32?>

    package init(taking number: Int32) {
        state = Mutex(number)
    }

    deinit {
        if let number = state.withLock({ $0 }) { close(number) }
    }

    /// The descriptor, still owned here; nil once it was taken. Valid only while this object is held.
    package var number: Int32? { state.withLock { $0 } }

    /// Hands the descriptor over to the caller, who closes it. Nil from the second time on.
    package func take() -> Int32? {
        state.withLock { number in
            defer { number = nil }
            return number
        }
    }
}
