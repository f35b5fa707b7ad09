import AccountModel
import Dispatch
import Glibc
import Synchronization
import SystemCalls

/// Takes signals for a while and hands them, one after the other, to a thread where ordinary code may run.
///
/// The handler itself does nothing but write the signal's number into a pipe. Signals that the process was started to
/// ignore, as by `nohup`, stay ignored. A watch within another one hands on to that what it does not take itself.
final class SignalWatch: Sendable {
    typealias Reaction = @Sendable (_ signal: Int32, _ turn: Turn) -> Void

    /// What a reaction to a signal may do with the watch.
    struct Turn {
        fileprivate let signal: Int32
        fileprivate let pipe: Descriptor

        /// Sends the signal again with its default effect.
        func passOn() { SignalWatch.passOn(signal) }

        /// Whether another signal is there to be taken, or the watch is to end, within so many milliseconds.
        func isFollowed(within milliseconds: Int32) -> Bool {
            var waiting = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
            // SAFETY: the pointer is to one entry, as its count says.
            return unsafe poll(&waiting, 1, milliseconds) > 0
        }
    }

    private let pipe: (reader: Descriptor, writer: Descriptor)
    /// Where the handler wrote before.
    private let outer: Int32
    private let taken = Mutex<[Taken]>([])
    private let ended = DispatchSemaphore(value: 0)

    /// A signal with what it did before.
    private struct Taken: Sendable {
        let signal: Int32
        let earlier: sigaction
    }

    init(_ signals: [Int32], _ react: @escaping Reaction) throws(BrokerError) {
        guard let pipe = Descriptor.pipe() else {
            throw BrokerError(.failed, "no pipe is to be had: \(SystemError.words(errno))")
        }
        self.pipe = pipe
        outer = watchedPipe.exchange(pipe.writer.rawValue, ordering: .sequentiallyConsistent)
        DispatchQueue(label: "signals").async { [pipe, outer, ended] in
            SignalWatch.run(pipe.reader) { signal, turn in
                if signals.contains(signal) { react(signal, turn) } else { SignalWatch.write(signal, to: outer) }
            }
            ended.signal()
        }
        taken.withLock { taken in taken = signals.compactMap(SignalWatch.take) }
    }

    /// Gives the signals back what they did before, and waits until the last reaction is over.
    ///
    /// A signal that came before this is still the watch's, even if no thread has come to handle it: with what it did
    /// before it would else end the process, for a key that was meant for the program that has just ended.
    func end() {
        taken.withLock { taken in
            for signal in SignalWatch.pending(taken.map(\.signal)) {
                SignalWatch.write(signal, to: pipe.writer.rawValue)
            }
            for one in taken { SignalWatch.restore(one) }
            taken = []
        }
        SignalWatch.write(0, to: pipe.writer.rawValue)
        ended.wait()
        watchedPipe.store(outer, ordering: .sequentiallyConsistent)
    }

    private static func run(_ pipe: Descriptor, _ react: Reaction) {
        // Threads of a queue have every signal blocked; what is passed on, and a stop for writing from the background,
        // has to take effect here.
        setBlocked([SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTOU], SIG_UNBLOCK)
        while true {
            var byte: UInt8 = 0
            // SAFETY: one byte is asked for, and there is room for one.
            let count = unsafe read(pipe.rawValue, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != 0 else { return }
            let signal = Int32(byte)
            react(signal, Turn(signal: signal, pipe: pipe))
        }
    }

    /// Sends the signal to this thread with its default effect: for one that ends the process this does not return, for
    /// one that stops it, it returns when the process goes on.
    private static func passOn(_ signal: Int32) {
        guard let handled = take(signal, with: SIG_DFL) else { return }
        raise(signal)
        restore(handled)
    }

    /// Takes those of some signals that were sent and that no thread has handled.
    private static func pending(_ signals: [Int32]) -> [Int32] {
        var (wanted, earlier) = (set(of: signals), sigset_t())
        var now = timespec()
        var found: [Int32] = []
        // SAFETY: each call works on the structures that it is given. What sigtimedwait is to find must be blocked here.
        unsafe pthread_sigmask(SIG_BLOCK, &wanted, &earlier)
        while true {
            let signal = unsafe sigtimedwait(&wanted, nil, &now)
            if signal > 0 { found.append(signal) } else if errno != EINTR { break }
        }
        unsafe pthread_sigmask(SIG_SETMASK, &earlier, nil)
        return found
    }

    private static func setBlocked(_ signals: [Int32], _ how: Int32) {
        var set = set(of: signals)
        // SAFETY: the call reads the one set that it is given.
        unsafe pthread_sigmask(how, &set, nil)
    }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        // SAFETY: each call works on the one set that it is given.
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        return set
    }

    private static func take(_ signal: Int32) -> Taken? {
        take(signal, with: relaySignal)
    }

    private static func take(_ signal: Int32, with handler: __sighandler_t?) -> Taken? {
        var (earlier, later) = (sigaction(), sigaction())
        // SAFETY: the handler does only what a handler may do, and the structures are whole.
        unsafe later.__sigaction_handler.sa_handler = handler
        later.sa_flags = SA_RESTART
        guard unsafe sigaction(signal, nil, &earlier) == 0, !isIgnored(earlier) else { return nil }
        guard unsafe sigaction(signal, &later, nil) == 0 else { return nil }
        return Taken(signal: signal, earlier: earlier)
    }

    private static func restore(_ taken: Taken) {
        var earlier = taken.earlier
        // SAFETY: the structure is one that sigaction gave.
        unsafe sigaction(taken.signal, &earlier, nil)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        // SAFETY: SIG_IGN is no function but the number 1 in the place of one, so that only numbers can be compared.
        unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
            == unsafeBitCast(SIG_IGN, to: UInt.self)
    }

    fileprivate static func write(_ signal: Int32, to descriptor: Int32) {
        var byte = UInt8(truncatingIfNeeded: signal)
        // SAFETY: one byte is written, and there is one.
        _ = unsafe Glibc.write(descriptor, &byte, 1)
    }
}

/// Where the handler writes. A handler gets nothing but the number of the signal, so that this cannot be a parameter.
private let watchedPipe = Atomic<Int32>(-1)

private func relaySignal(_ signal: Int32) {
    let kept = errno
    SignalWatch.write(signal, to: watchedPipe.load(ordering: .sequentiallyConsistent))
    errno = kept
}
