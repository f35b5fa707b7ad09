internal import CShims
internal import GLibBridge
internal import Synchronization

/// Gives memory back to the system after large messages.
///
/// GLib takes every message apart, in pieces of which each is an allocation, before anybody can refuse it. The C library
/// keeps what was freed of that: after one message of 6 MB with 400,000 pairs in it, some 170 MB.
final class HeapTrimming: Sendable {
    /// Bytes from which on a message counts: those of programs that mean well are far below.
    private static let large = 64 << 10
    /// By then the message was answered and let go. However many come, the heap is gone through once in this time.
    private static let pause = Duration.seconds(1)

    private let thread: GLibThread
    private let timer = Mutex<GLibTimer?>(nil)

    init(thread: GLibThread) {
        self.thread = thread
    }

    func note(messageOf length: Int) {
        guard length >= Self.large else { return }
        timer.withLock { timer in
            guard timer == nil else { return }
            timer = GLibTimer(after: Self.pause, on: thread) { [weak self] in self?.trim() }
        }
    }

    private func trim() {
        timer.withLock { $0 = nil }
        acctstore_trim_heaps()
    }
}
