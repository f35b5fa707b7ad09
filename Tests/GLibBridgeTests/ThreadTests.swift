import CGio
import Glibc
import Synchronization
import Testing

@testable import GLibBridge

@Suite struct ThreadTests {
    @Test func jobsRunInTheirOrderOnOneThreadOfTheirOwn() async {
        let thread = GLibThread(name: "order")
        let seen = Mutex<[Int]>([])
        for number in 0..<1000 {
            thread.invoke {
                precondition(thread.isIsolatingCurrentContext() == true)
                seen.withLock { $0.append(number) }
            }
        }
        await thread.run {}
        #expect(seen.withLock { $0 } == Array(0..<1000))
        #expect(thread.isIsolatingCurrentContext() == false)
    }

    @Test func jobsHandedInBeforeTheThreadIsLetGoStillRun() async {
        let count = Mutex(0)
        await withCheckedContinuation { continuation in
            let thread = GLibThread(name: "short-lived")
            for _ in 0..<100 { thread.invoke { count.withLock { $0 += 1 } } }
            thread.invoke { continuation.resume() }
        }
        #expect(count.withLock { $0 } == 100)
    }

    private actor Blocking {
        private let thread = GLibThread(name: "blocking")
        private var running = 0
        private(set) var mostAtOnce = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

        func block() {
            running += 1
            mostAtOnce = max(mostAtOnce, running)
            g_usleep(1000)
            running -= 1
        }

        nonisolated func callFromItsThread() async -> Int {
            // As a callback of GLib would be: on the thread, without being a job of the actor.
            await thread.run { self.assumeIsolated { $0.mostAtOnce } }
        }
    }

    @Test func anActorOnAThreadDoesOneThingAtATimeAndHoldsNoThreadOfThePool() async {
        let actor = Blocking()
        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { await actor.block() } }
        }
        #expect(await actor.mostAtOnce == 1)
        #expect(await actor.callFromItsThread() == 1)
    }

    @Test func aDeadlineCancelsACallThatBlocks() async {
        let timers = GLibThread(name: "timers")
        let worker = GLibThread(name: "worker")
        let deadline = Deadline(after: .milliseconds(20), on: timers)
        let cancelled = await worker.run {
            // Waits, for ever if it must, on the descriptor that becomes readable when the cancellable is cancelled.
            var poll = GPollFD()
            guard unsafe g_cancellable_make_pollfd(deadline.cancellable.pointer, &poll) != 0 else { return false }
            defer { unsafe g_cancellable_release_fd(deadline.cancellable.pointer) }
            return unsafe g_poll(&poll, 1, -1) == 1
        }
        #expect(cancelled && deadline.cancellable.isCancelled && deadline.hasExpired)
    }

    @Test func aDeadlineLetGoOrCancelledByHandHasNotExpired() async {
        let timers = GLibThread(name: "timers")
        let cancellable: Cancellable
        do {
            let deadline = Deadline(after: .seconds(3600), on: timers)
            cancellable = deadline.cancellable
            await timers.run {}
        }
        await timers.run {}
        #expect(!cancellable.isCancelled)
        let deadline = Deadline(after: .seconds(3600), on: timers)
        deadline.cancellable.cancel()
        #expect(!deadline.hasExpired)
    }

    @Test func aSignalArrivesInsteadOfKilling() async {
        let thread = GLibThread(name: "signals")
        let signals = await UnixSignals.stream(of: [SIGUSR2], on: thread)
        kill(getpid(), SIGUSR2)
        for await number in signals {
            #expect(number == SIGUSR2)
            break
        }
    }

    @Test(arguments: [
        (Duration.zero, UInt32(0)), (.nanoseconds(1), 1), (.milliseconds(1500), 1500), (.seconds(-1), 0),
        (.seconds(1e12), UInt32(Int32.max)),
    ]) func aDurationBecomesMillisecondsThatGLibCanHold(duration: Duration, milliseconds: UInt32) {
        #expect(duration.wholeMilliseconds == milliseconds)
    }
}
