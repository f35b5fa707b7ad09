internal import CGio
internal import Glibc

/// A thread with a GMainContext of its own: where GLib's callbacks arrive, and where blocking calls may wait.
///
/// It is a serial executor, so an actor can live on it, and a task executor: a task that prefers it goes on where the
/// answers that it waits for arrive, without a change of threads. Two uses, which need two threads: one whose jobs are short and
/// whose sources (D-Bus, timers, signals) must be served at once; and one for an actor that makes blocking calls, which
/// so never hold a thread of the cooperative pool. The thread ends, after the jobs already handed in, when the last
/// reference to this object goes: nothing can be handed to a thread that has ended.
package final class GLibThread: SerialExecutor, TaskExecutor {
    private let loop = Loop()

    /// - Parameter name: shown by `ps -L` and debuggers; the kernel keeps 15 bytes.
    package init(name: String) {
        let retained = unsafe UserData<Loop>.retained(loop)
        let thread = unsafe g_thread_new(
            name,
            { data in
                unsafe UserData<Loop>.take(data)?.run()
                return nil
            }, retained)
        unsafe g_thread_unref(thread)
    }

    deinit { loop.stop() }

    /// Runs `job` on this thread, in the order of the calls, without waiting for it.
    package func invoke(_ job: @escaping @Sendable () -> Void) {
        loop.submit(job)
    }

    /// Runs `body` on this thread and gives its result.
    package func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            invoke { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The job keeps its actor or its task alive, and that this executor.
        let (serial, task) = unsafe (asUnownedSerialExecutor(), asUnownedTaskExecutor())
        invoke { unsafe job.runSynchronously(isolatedTo: serial, taskExecutor: task) }
    }

    /// Callbacks of GLib are on this thread without being jobs: they may assume their actor's isolation.
    package func checkIsolated() {
        precondition(loop.isCurrent, "called from another thread than the actor's own")
    }

    package func isIsolatingCurrentContext() -> Bool? { loop.isCurrent }

    /// The context, for sources attached by this module. Borrowed.
    var context: OpaquePointer { unsafe loop.context }
}

/// What the thread runs; apart from `GLibThread`, so that the thread does not keep its owner alive.
@safe
private final class Loop: @unchecked Sendable {
    // GMainContext is thread-safe. Jobs are passed under a lock of libpthread: the thread sanitizer sees neither
    // those of g_main_context_invoke nor a contended Mutex of the standard library, and reports races that are none.
    let context: OpaquePointer = unsafe g_main_context_new()
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var jobs: [@Sendable () -> Void] = []
    private var isStopping = false
    private static let roundsBetweenSources = 64

    init() { unsafe pthread_mutex_init(lock, nil) }

    deinit {
        unsafe g_main_context_unref(context)
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    var isCurrent: Bool { unsafe g_main_context_is_owner(context) != 0 }

    func submit(_ job: @escaping @Sendable () -> Void) {
        let isFirst = withLock {
            jobs.append(job)
            return jobs.count == 1
        }
        // This thread looks for jobs before it waits, and who came before has woken it: a wake-up is a system call.
        if isFirst && !isCurrent { unsafe g_main_context_wakeup(context) }
    }

    func stop() {
        withLock { isStopping = true }
        unsafe g_main_context_wakeup(context)
    }

    func run() {
        unsafe g_main_context_push_thread_default(context)
        var isEnding = false
        while !isEnding {
            var rounds = 0
            var isIdle = false
            // A job mostly leaves another one behind. The sources have their turn when there is none, or many.
            while !isIdle && rounds < Self.roundsBetweenSources {
                let (due, isLast) = withLock {
                    defer { jobs = [] }
                    return (jobs, isStopping)
                }
                for job in due { job() }
                isIdle = due.isEmpty
                isEnding = isIdle && isLast
                rounds += 1
            }
            // A wake-up between the look above and this wait is not lost: GLib then does not block.
            if !isEnding { unsafe g_main_context_iteration(context, isIdle ? 1 : 0) }
        }
        unsafe g_main_context_pop_thread_default(context)
    }

    private func withLock<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return body()
    }
}
