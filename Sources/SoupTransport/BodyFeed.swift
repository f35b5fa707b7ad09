import AccountModel
import AccountStore
import CGio
import GLibBridge

/// Passes a streamed body to libsoup through a pipe, chunk by chunk, so that memory stays flat.
struct BodyFeed: Sendable {
    /// What libsoup reads: a GInputStream.
    let input: NetworkObject
    private let task: Task<Void, Never>

    init(_ body: Body, on thread: GLibThread, of progress: RequestProgress) throws(TransportError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe g_unix_open_pipe(&ends, FD_CLOEXEC, nil) != 0,
            g_unix_set_fd_nonblocking(ends[1], 1, nil) != 0,
            let input = unsafe NetworkObject(taking: OpaquePointer(g_unix_input_stream_new(ends[0], 1)), on: thread),
            let output = unsafe NetworkObject(taking: OpaquePointer(g_unix_output_stream_new(ends[1], 1)), on: thread)
        else { throw TransportError(.invalidRequest, "no pipe can be made for the body of the request") }
        self.input = input
        let pipe = BodyPipe(output: output, thread: thread, cancellable: progress.cancellable)
        task = Task {
            do throws(BrokerError) {
                try await BodyFeed.pass(body, to: pipe)
            } catch {
                // Before the pipe is closed: its end would make the server take the part for the whole.
                withExtendedLifetime(pipe) { progress.breakOff(error.message) }
            }
        }
    }

    /// Ends the feeding, whether the body was read to its end or not.
    func stop() {
        task.cancel()
    }

    private static func pass(_ body: Body, to pipe: BodyPipe) async throws(BrokerError) {
        var passed = 0
        while let chunk = try await body.next() {
            passed += chunk.count
            if let count = body.count, passed > count {
                throw BrokerError(.inputRefused, "it has more than the \(count) bytes that it told")
            }
            // Where nobody reads any more, libsoup tells why.
            guard await pipe.write(chunk) else { return }
        }
        if let count = body.count, passed < count {
            throw BrokerError(.inputRefused, "it has only \(passed) of the \(count) bytes that it told")
        }
    }
}

/// The writing end of a pipe whose reader is libsoup, on the network thread. It closes when nobody holds it any more.
private struct BodyPipe: Sendable {
    let output: NetworkObject
    let thread: GLibThread
    let cancellable: Cancellable

    /// Waits until all of the chunk is in the pipe. False: nobody reads any more, or the exchange was cancelled.
    func write(_ chunk: [UInt8]) async -> Bool {
        var rest = chunk[...]
        while !rest.isEmpty {
            let written = await writeSome(of: GLibBytes(copying: rest))
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }

    private func writeSome(of bytes: GLibBytes) async -> Int {
        typealias Written = CheckedContinuation<Int, Never>
        return await withCheckedContinuation { (continuation: Written) in
            thread.invoke {
                unsafe g_output_stream_write_bytes_async(
                    self.output.pointer(as: GOutputStream.self), bytes.pointer, 0, self.cancellable.pointer,
                    { source, result, data in
                        let stream = unsafe UnsafeMutablePointer<GOutputStream>(OpaquePointer(source))
                        let written = unsafe g_output_stream_write_bytes_finish(stream, result, nil)
                        unsafe UserData<Written>.take(data)?.resume(returning: written)
                    }, UserData.retained(continuation))
            }
        }
    }
}
