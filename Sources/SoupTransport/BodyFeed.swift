import AccountModel
import CGio
import Dispatch
import Glibc

/// Passes a streamed body to libsoup through a pipe, chunk by chunk, so that memory stays flat.
final class BodyFeed: Sendable {
    /// Owned by the GInputStream that is made from it.
    let readEnd: Int32
    private let writeEnd: Descriptor
    private let task: Task<Void, Never>

    /// `nil` where there are no descriptors left.
    init?(_ body: Body) {
        var ends: [Int32] = [-1, -1]
        guard unsafe g_unix_open_pipe(&ends, O_CLOEXEC, nil) != 0 else { return nil }
        readEnd = ends[0]
        let writeEnd = Descriptor(owning: ends[1])
        self.writeEnd = writeEnd
        task = Task {
            // A body that fails ends early; libsoup then tells by the length that is missing.
            while !Task.isCancelled, let chunk = try? await body.next() {
                guard await BodyFeed.write(chunk, to: writeEnd) else { break }
            }
        }
    }

    func stop() {
        task.cancel()
    }

    /// A full pipe blocks, so it is written on a thread outside the cooperative pool.
    private static func write(_ chunk: [UInt8], to descriptor: Descriptor) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var rest = chunk[...]
                while !rest.isEmpty {
                    let written = unsafe rest.withUnsafeBytes {
                        unsafe Glibc.write(descriptor.rawValue, $0.baseAddress, $0.count)
                    }
                    if written < 0 {
                        if errno == EINTR { continue }
                        break
                    }
                    rest = rest.dropFirst(written)
                }
                continuation.resume(returning: rest.isEmpty)
            }
        }
    }
}
