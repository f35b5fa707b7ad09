import Glibc
import Synchronization
import Testing

@testable import AcctstoreCLI

@Suite("A watch for signals")
struct SignalWatchTests {
    @Test("a signal that nothing has handled when the watch ends is the watch's, and has no other effect")
    func pendingAtTheEnd() throws {
        var (set, earlier) = (sigset_t(), sigset_t())
        // SAFETY: each call works on the sets that it is given.
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGUSR2)
        // Where it is blocked it waits, as it does for a process whose threads do not come to run.
        unsafe pthread_sigmask(SIG_BLOCK, &set, &earlier)
        let seen = Mutex<[Int32]>([])
        let watch = try SignalWatch([SIGUSR2]) { signal, _ in seen.withLock { $0.append(signal) } }
        pthread_kill(pthread_self(), SIGUSR2)
        watch.end()
        // Did it still wait, it would end the tests here.
        unsafe pthread_sigmask(SIG_SETMASK, &earlier, nil)
        #expect(seen.withLock(\.self) == [SIGUSR2])
    }
}
