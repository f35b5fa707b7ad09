package import AccountModel
internal import Glibc

/// Carries the trace of one call from the agent to the program that wants to see it: lines of text through a socket
/// whose end the program passes along with the call.
///
/// This way there is a trace of a call that fails as of one that does not. The agent never waits for the reader: what
/// the socket does not take is left out. All of it is there once the call is answered.
package enum TraceChannel {
    /// What the program keeps of the socket, and what it passes to the agent; nil where there is none to be had.
    package static func pair() -> (reader: Descriptor, writer: Descriptor)? {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        // SAFETY: the array has the two elements that socketpair writes.
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }

    /// At the agent's end. A descriptor that is no socket takes nothing.
    package static func write(_ trace: RequestTrace, to writer: Descriptor) {
        let bytes = Array(trace.lines.map { $0 + "\n" }.joined().utf8)
        var sent = 0
        while sent < bytes.count {
            // SAFETY: the kernel reads no further than the array's end.
            let step = unsafe bytes.withUnsafeBytes {
                unsafe send(
                    writer.rawValue, $0.baseAddress.map { unsafe $0 + sent }, $0.count - sent,
                    Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            }
            if step > 0 { sent += step } else if errno != EINTR { return }
        }
    }

    /// Everything that was written by now.
    package static func read(from reader: Descriptor) -> RequestTrace {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            // SAFETY: the kernel writes no further than the array's end.
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe recv(reader.rawValue, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
            }
            if count > 0 { bytes += chunk[..<count] } else if count == 0 || errno != EINTR { break }
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        return RequestTrace(lines: lines.map { String(decoding: $0, as: UTF8.self) })
    }
}
