import CShims
import Glibc
import Synchronization

/// A process of the rig: what it writes is collected while it runs, stdout and stderr apart.
package final class RunningProgram: Sendable {
    package let pid: Int32
    private let name: String
    private let pidDescriptor: Int32
    private let state: Mutex<State>

    private struct State {
        var out: Stream
        var err: Stream
        var input: Int32?
        var unsent: ArraySlice<UInt8> = []
        var closesInputWhenSent = false
        var ending: Ending?

        init(_ launched: Launched) {
            out = Stream(descriptor: launched.out)
            err = Stream(descriptor: launched.err)
            input = launched.input
            unsent = launched.firstInput[...]
            closesInputWhenSent = !launched.inputStaysOpen
        }
    }

    /// One of the two that the process writes. All reading is done under the lock.
    private struct Stream {
        let descriptor: Int32
        var bytes: [UInt8] = []
        var isOpen = true

        /// Takes what is there now.
        mutating func collect() {
            guard isOpen else { return }
            switch readAvailable(descriptor) {
            case .more(let more): bytes += more
            case .end(let last):
                bytes += last
                isOpen = false
            }
        }

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    init(_ program: Program) throws(RigError) {
        let launched = try Launched(program)
        name = program.command.joined(separator: " ")
        state = Mutex(State(launched))
        pid = launched.pid
        pidDescriptor = acctstore_pidfd_open(pid, 0)
        try OwnThread.run { [self] in
            attend(out: launched.out, err: launched.err)
        }
    }

    /// What the process wrote to stdout so far.
    package var out: String { collected(\.out) }
    /// What the process wrote to stderr so far.
    package var err: String { collected(\.err) }
    package var hasEnded: Bool { state.withLock { $0.ending != nil } }

    /// What the process wrote until this moment, also what the thread that attends to it has not read yet.
    private func collected(_ stream: WritableKeyPath<State, Stream>) -> String {
        state.withLock { state in
            if state.ending == nil { state[keyPath: stream].collect() }
            return state[keyPath: stream].text
        }
    }

    /// Waits until stdout holds `text`.
    package func waitForOut(_ text: String, within limit: Duration = .seconds(90)) async throws {
        try await waitFor(text, within: limit) { self.out }
    }

    /// Waits until stderr holds `text`.
    package func waitForErr(_ text: String, within limit: Duration = .seconds(90)) async throws {
        try await waitFor(text, within: limit) { self.err }
    }

    private func waitFor(_ text: String, within limit: Duration, in stream: () -> String) async throws {
        try await eventually("“\(text)” from \(name)", within: limit) {
            if stream().contains(text) { return true }
            guard !hasEnded else {
                throw RigError("\(name) ended without “\(text)”; stdout: \(out); stderr: \(err)")
            }
            return false
        }
    }

    /// Sends more to a standard input that was left open.
    package func send(_ text: String) {
        state.withLock { state in
            state.unsent += Array(text.utf8)
            Self.feed(&state)
        }
    }

    /// Ends an input that was left open.
    package func closeInput() {
        state.withLock { state in
            state.closesInputWhenSent = true
            Self.feed(&state)
        }
    }

    /// Sends a signal, unless the process is already gone.
    package func send(signal number: Int32) {
        state.withLock { state in
            // Under the lock the process is not yet reaped, so the number is still its own.
            if state.ending == nil { kill(pid, number) }
        }
    }

    /// Waits for the end. At the deadline the process is killed and the error says what it wrote.
    package func finish(deadline: Duration = .seconds(90)) async throws -> Outcome {
        do {
            try await eventually("the end of \(name)", within: deadline) { hasEnded }
        } catch {
            send(signal: SIGKILL)
            throw RigError("\(error); stdout: \(out); stderr: \(err)")
        }
        return state.withLock { state in
            Outcome(ending: state.ending ?? .exited(-1), outBytes: state.out.bytes, errBytes: state.err.bytes)
        }
    }

    /// SIGTERM, and SIGKILL where that does not help.
    package func stop() async {
        send(signal: SIGTERM)
        do {
            try await eventually("the end of \(name)", within: .seconds(3)) { hasEnded }
        } catch {
            send(signal: SIGKILL)
            try? await eventually("the end of \(name)", within: .seconds(3)) { hasEnded }
        }
    }

    /// Reads and writes until the process ends; on a thread of its own.
    ///
    /// The end is the process's, not that of its streams: what it leaves running may hold them open for long.
    private func attend(out: Int32, err: Int32) {
        defer {
            for descriptor in [out, err, pidDescriptor] { close(descriptor) }
        }
        while true {
            var polled = [pollfd(fd: pidDescriptor, events: Int16(POLLIN), revents: 0)]
            state.withLock { state in
                Self.feed(&state)
                for stream in [state.out, state.err] where stream.isOpen {
                    polled.append(pollfd(fd: stream.descriptor, events: Int16(POLLIN), revents: 0))
                }
                if let input = state.input, !state.unsent.isEmpty {
                    polled.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
                }
            }
            unsafe poll(&polled, nfds_t(polled.count), -1)
            if polled[0].revents != 0 { break }
            state.withLock { state in
                state.out.collect()
                state.err.collect()
            }
        }
        state.withLock { state in
            state.out.collect()
            state.err.collect()
            if let input = state.input { close(input) }
            state.input = nil
            state.ending = Ending(reaping: pid)
        }
    }

    /// Writes what the pipe takes now; a reader that is gone gets nothing more.
    private static func feed(_ state: inout State) {
        guard let input = state.input else { return }
        while !state.unsent.isEmpty {
            let count = unsafe state.unsent.withUnsafeBytes { unsafe write(input, $0.baseAddress, $0.count) }
            if count < 0 && errno == EAGAIN { return }
            if count < 0 { break }
            state.unsent.removeFirst(count)
        }
        if state.closesInputWhenSent || !state.unsent.isEmpty {
            close(input)
            state.input = nil
            state.unsent = []
        }
    }
}

extension Ending {
    /// Collects the status of a process that has ended.
    init(reaping pid: pid_t) {
        var status: Int32 = 0
        unsafe waitpid(pid, &status, 0)
        let signal = status & 0x7f
        self = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }
}
