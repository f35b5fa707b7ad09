internal import AccountModel
internal import GLibBridge
internal import Glibc
internal import Synchronization
internal import SystemCalls

/// Waits for a descriptor, and reads from it, on a thread of its own: what another process handed over may block for
/// ever, and must hold up nothing else.
final class ReadinessThread: Sendable {
    /// Milliseconds after which a cancelled wait is noticed.
    private static let slice: Int32 = 100
    private let thread = Mutex<GLibThread?>(nil)

    /// Returns when the descriptor is ready for `events`, or has ended; false where the task was cancelled, or nothing
    /// came of it for as long as `patience`. The time that the machine sleeps is not counted.
    func wait(for descriptor: Descriptor, _ events: Int16, patience: Duration? = nil) async -> Bool {
        let isCancelled = Flag()
        let end = patience.map { SuspendingClock.now + $0 }
        return await withTaskCancellationHandler {
            await start().run {
                while !isCancelled.isSet, end.map({ SuspendingClock.now < $0 }) ?? true {
                    var watched = pollfd(fd: descriptor.rawValue, events: events, revents: 0)
                    if unsafe poll(&watched, 1, Self.slice) != 0 { return true }
                }
                return false
            }
        } onCancel: {
            isCancelled.set()
        }
    }

    /// Reads once, up to `count` bytes. Call it when the descriptor is ready.
    func read(_ descriptor: Descriptor, upTo count: Int) async -> Result<[UInt8], SystemError> {
        await start().run {
            var number = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
                // The kernel writes at most `room.count` bytes.
                number = unsafe Glibc.read(descriptor.rawValue, room.baseAddress, room.count)
                filled = max(0, number)
            }
            return number < 0 ? .failure(SystemError(number: errno)) : .success(bytes)
        }
    }

    private func start() -> GLibThread {
        thread.withLock { thread in
            if let thread { return thread }
            let new = GLibThread(name: "body")
            thread = new
            return new
        }
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .relaxed) }
        func set() { value.store(true, ordering: .relaxed) }
    }
}
